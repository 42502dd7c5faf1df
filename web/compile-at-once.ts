import type { Plugin } from 'vite';

/** Read by V8 at the very top of a script: everything in it is compiled while it is loaded. */
const MARK = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks files of which nearly everything runs at once. Browsers that know the mark compile them beside the page's
 * thread, which otherwise does it function by function at the first call; others take it for a comment.
 */
export function compileAtOnce(names: readonly string[]): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      // Others put their own lines on top.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && names.includes(file.name)) file.code = MARK + file.code;
      },
    },
  };
}
