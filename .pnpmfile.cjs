// openapi-typescript builds its output with TypeScript's JavaScript API, which TypeScript 7 does not have.
module.exports = {
  hooks: {
    readPackage(pkg) {
      if (pkg.name === 'openapi-typescript') {
        delete pkg.peerDependencies.typescript;
        pkg.dependencies.typescript = '5.9.3';
      }
      return pkg;
    },
  },
};
