import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LANGUAGES } from '@cusp/text/languages';
import type { Texts } from '@cusp/text/plural-forms';
import { build, type Plugin } from 'vite';
import { type RowTexts, rowTexts } from './src/app/first-rows/row-texts.ts';

const FOLDER = join(import.meta.dirname, 'src/app/first-rows');
const SOURCE = join(import.meta.dirname, 'src');
const NAMES = '.vite/first-rows.json';

interface Built {
  code: string;
  /** Style sheets of its modules by their paths below `src`, in the order of the modules. */
  sheets: readonly string[];
}

/**
 * Builds the script that paints the first rows of the case list before the code of the page runs, for each language with
 * its texts, and writes the names of these files into `.vite/first-rows.json`. It is a build of its own, because in it
 * the components of a row become HTML without React.
 */
export function firstRows(): Plugin {
  return {
    name: 'first-rows',
    apply: 'build',
    async generateBundle() {
      const { code } = await builtRows();
      const files = LANGUAGES.map((language) => {
        const source = `${code}export const texts=${JSON.stringify(textsOf(language))};`;
        const id = this.emitFile({ type: 'asset', name: `first-rows-${language}.js`, source });
        return [language, this.getFileName(id)];
      });
      this.emitFile({ type: 'asset', fileName: NAMES, source: JSON.stringify(Object.fromEntries(files)) });
    },
  };
}

let built: Promise<Built> | undefined;
/** Builds the script once, for its file and for the styles of its rows. */
function builtRows(): Promise<Built> {
  built ??= buildRows();
  return built;
}

/** The style sheets that the first rows need before those of the page are loaded. */
export const rowSheets = async (): Promise<readonly string[]> => (await builtRows()).sheets;

async function buildRows(): Promise<Built> {
  const runtime = join(FOLDER, 'markup.ts');
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^react(\/jsx-runtime)?$/, replacement: runtime }] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(FOLDER, 'first-rows.tsx'),
        preserveEntrySignatures: 'strict',
        // Hooks of modules that also have plain functions are left out of this build.
        shimMissingExports: true,
        treeshake: { moduleSideEffects: false },
      },
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunk = outputs.find((each) => each.type === 'chunk');
  if (!chunk) throw new Error('the first rows were not built');
  const sheets = chunk.moduleIds
    .filter((id) => id.endsWith('.css'))
    .map((id) => relative(SOURCE, id).replaceAll('\\', '/'));
  if (sheets.length === 0) throw new Error('the first rows have no style sheets');
  return { code: chunk.code, sheets };
}

function textsOf(language: string): RowTexts {
  const folder = join(import.meta.dirname, '../languages', language);
  return rowTexts(
    (namespace) => JSON.parse(readFileSync(join(folder, `${namespace}.json`), 'utf8')) as Texts,
  );
}
