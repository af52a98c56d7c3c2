import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '@marquee/api/test/app.ts';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../../../docs/monitoring');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const rules: Rule[] = parse(read('alerts.yaml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}
const dashboard: { schemaVersion: number; panels: Panel[] } = JSON.parse(read('dashboard.json'));
const panelQueries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
/**
 * All queries. A value replaces Grafana's variable, because Grafana replaces the variable before it sends a
 * query.
 */
const queries = [...rules.map(({ expr }) => expr), ...panelQueries].map((query) =>
  query.replaceAll('$__rate_interval', '1m'),
);

/** Returns the metrics in a query, and whether the query is valid in the grammar of Prometheus. */
function readQuery(query: string): { metrics: string[]; isValid: boolean } {
  const metrics: string[] = [];
  let isValid = true;
  parser.parse(query).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) isValid = false;
      if (type.name === 'VectorSelector') metrics.push(/^\w+/.exec(query.slice(from, to))?.[0] ?? '');
    },
  });
  return { metrics, isValid };
}

const { visitor } = await startApp();

describe('docs/monitoring', () => {
  it('contains only valid PromQL', () => {
    expect(readQuery('sum by (le (marquee_jobs)').isValid).toBe(false);
    expect(queries.filter((query) => !readQuery(query).isValid)).toEqual([]);
  });

  it('uses only metrics of /metrics, and all of them except two', async () => {
    const { text } = await visitor.get('/metrics');
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
    const known = new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const named = new Set(queries.flatMap((query) => readQuery(query).metrics));
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    const unseen = [...types.keys()].filter(
      (name) => name?.startsWith('marquee_') && ![...named].some((each) => each.startsWith(name)),
    );
    expect(unseen).toEqual(['marquee_cached_users', 'marquee_webhooks_unprocessed']);
  });

  it('gives every alert a severity, a summary and a runbook', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|warn)$/)]);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(annotations.runbook).toMatch(/\.$/);
    }
  });

  it('has panels with unique ids and positions', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  // promtool is in Debian's package prometheus. Without promtool, only the test of the grammar checks the
  // queries.
  it.runIf(hasPromtool)('passes the checks of promtool', () => {
    expect(
      execFileSync('promtool', ['check', 'rules', join(folder, 'alerts.yaml')], { encoding: 'utf8' }),
    ).toContain('SUCCESS');
  });
});
