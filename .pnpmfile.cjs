module.exports = {
  hooks: {
    readPackage(pkg) {
      // Optional peers that only `prisma generate` uses. They would bring 300 MB into the image of production.
      if (pkg.name === '@prisma/client') {
        delete pkg.peerDependencies;
        delete pkg.peerDependenciesMeta;
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
