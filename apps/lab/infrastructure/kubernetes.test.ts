import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const folder = join(import.meta.dirname, '../../../docs/kubernetes');
const kustomizations = globSync('**/kustomization.yaml', { cwd: folder });
/** The complete manifests. Patches are left out, because they contain only the changed fields. */
const manifests = globSync('**/*.yaml', { cwd: folder }).filter(
  (path) => !path.endsWith('kustomization.yaml') && !path.endsWith('more-replicas.yaml'),
);

const documentsOf = (path: string): { apiVersion: string; kind: string }[] =>
  parseAllDocuments(readFileSync(join(folder, path), 'utf8')).map((document) => document.toJS());

/** Returns the module with the types of an API version: `apps/v1` for `apps/v1`, `core/v1` for `v1`. */
const moduleOf = (apiVersion: string): string =>
  `kubernetes-types/${apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`}.d.ts`;

describe('docs/kubernetes', () => {
  it('matches the types of Kubernetes', () => {
    const lines = manifests.flatMap((path) =>
      documentsOf(path).map(
        (document) =>
          `(${JSON.stringify(document)}) satisfies import('${moduleOf(document.apiVersion)}').${document.kind};`,
      ),
    );
    expect(lines.length).toBeGreaterThan(6);
    const cache = join(import.meta.dirname, '../node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, 'kubernetes-'));
    try {
      writeFileSync(join(work, 'manifests.ts'), `${lines.join('\n')}\nexport {};\n`);
      const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
      const args = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'nodenext'];
      const { stdout } = spawnSync(process.execPath, [tsc, ...args, join(work, 'manifests.ts')], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    } finally {
      rmSync(work, { recursive: true });
    }
  });

  it.each(kustomizations)('%s refers only to existing files, and to every manifest of its folder', (path) => {
    const base = dirname(join(folder, path));
    const { resources = [], patches = [] } = parse(readFileSync(join(folder, path), 'utf8'));
    const named: string[] = [...resources, ...patches.map((patch: { path: string }) => patch.path)];
    for (const each of named) {
      const target = join(base, each);
      expect(existsSync(each.endsWith('.yaml') ? target : join(target, 'kustomization.yaml'))).toBe(true);
    }
    const files = globSync('*.yaml', { cwd: base }).filter((file) => file !== 'kustomization.yaml');
    expect(files.toSorted()).toEqual(named.filter((each) => each.endsWith('.yaml')).toSorted());
  });

  it('gives containers a memory limit, a read-only file system and no root user, and Deployments a liveness probe', () => {
    const pods = manifests
      .flatMap(documentsOf)
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map((document) => JSON.parse(JSON.stringify(document)));
    expect(pods).toHaveLength(3);
    for (const { kind, spec } of pods) {
      const { containers, securityContext } = spec.template.spec;
      expect(securityContext.runAsNonRoot).toBe(true);
      expect(containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
      expect(containers[0].resources.limits.memory).toMatch(/\d[MG]i$/);
      if (kind === 'Deployment') expect(containers[0].livenessProbe.httpGet.path).toBe('/livez');
    }
  });

  it('limits the size of every volume, and lets a pod be reached and reach out only as a NetworkPolicy says', () => {
    const all = manifests.flatMap(documentsOf).map((document) => JSON.parse(JSON.stringify(document)));
    const pods = all.flatMap(({ spec }) => (spec?.template?.spec ? [spec.template] : []));
    for (const { spec } of pods)
      for (const volume of spec.volumes ?? []) expect(volume.emptyDir.sizeLimit).toMatch(/^\dGi$/);
    const policies = all.filter(({ kind }) => kind === 'NetworkPolicy');
    const shut = policies.find(({ metadata }) => metadata.name === 'shut');
    expect(shut.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(shut.spec.ingress).toBeUndefined();
    const names = pods.map(({ metadata }) => metadata.labels['app.kubernetes.io/name']);
    expect(shut.spec.podSelector.matchExpressions[0].values.toSorted()).toEqual(names.toSorted());
    for (const { spec } of policies)
      for (const rule of spec.ingress ?? []) expect([rule.from.length, rule.ports.length]).toEqual([1, 1]);
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  // Without kubectl, this test is skipped.
  it.runIf(hasKubectl)('builds with kubectl, and the overlay changes names, hosts and replicas', () => {
    const built = parseAllDocuments(
      execFileSync('kubectl', ['kustomize', join(folder, 'overlays/example')], { encoding: 'utf8' }),
    ).map((document) => document.toJS());
    expect(built.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'ConfigMap',
        'Deployment',
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'Job',
        'NetworkPolicy',
        'NetworkPolicy',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
      ].toSorted(),
    );
    const text = JSON.stringify(built);
    expect(text).toContain('registry.example.com/marquee-api:0.1.0');
    expect(text).toContain('"minReplicas":3');
  });
});
