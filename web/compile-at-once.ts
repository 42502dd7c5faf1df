import type { Plugin } from 'vite';

/** V8 reads this only at the very top of a script and then compiles every function while the script loads. */
const MARK = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks chunks of which nearly everything runs on load. Browsers that support the mark compile them off the main thread
 * instead of function by function at the first call; other browsers ignore the comment.
 */
export function compileAtOnce(names: readonly string[]): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      // Runs last because other plugins also prepend lines.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && names.includes(file.name)) file.code = MARK + file.code;
      },
    },
  };
}
