module.exports = {
  hooks: {
    readPackage(pkg) {
      // Optional peers that only `prisma generate` uses. They would bring 300 MB into the image of production.
      if (pkg.name === '@prisma/client') {
        delete pkg.peerDependencies;
        delete pkg.peerDependenciesMeta;
      }
      // An optional peer with another version in each app, which would give two copies of vitest: tests would import one, and
      // its runner the other.
      if (pkg.name === 'vitest') {
        delete pkg.peerDependencies['@opentelemetry/api'];
        delete pkg.peerDependenciesMeta['@opentelemetry/api'];
      }
      // It builds its output with TypeScript's JavaScript API, which TypeScript 7 does not have.
      if (pkg.name === 'openapi-typescript') {
        delete pkg.peerDependencies.typescript;
        pkg.dependencies.typescript = '5.9.3';
      }
      return pkg;
    },
  },
};
