/**
 * The modules of the server form layers: no two folders need each other, not even over a third. Tests are left out,
 * because a test may set up what other modules do.
 */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-module-cycles',
      comment: 'A module can be read, tested and changed without the modules above it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/src/modules/' },
      to: { path: '^server/src/modules/', circular: true },
    },
  ],
  options: { ...options, exclude: { path: ['\\.test\\.ts$', '^server/src/testing/'] } },
};
