import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform as minified } from 'lightningcss';
import type { Plugin } from 'vite';

/** The style sheets whose classes the server writes into the pages of visitors (`server/src/first-paint.ts`). */
const SHEETS: Record<string, string> = {
  login: 'features/identity/login/login.module.css',
  brandPanel: 'features/identity/login/brand-panel.module.css',
  entryPage: 'features/identity/page/entry-page.module.css',
  formPage: 'features/identity/page/form-page.module.css',
  passwords: 'features/identity/passwords/passwords.module.css',
  fields: 'features/profile/fields/fields.module.css',
  phone: 'features/profile/phone/phone.module.css',
  picture: 'features/profile/picture/picture-field.module.css',
  avatar: 'ui/person-avatar.module.css',
  optionalLabel: 'ui/optional-label.module.css',
  backLink: 'ui/back-link.module.css',
};
/** The sheets of every page with a part in this paint, in the order in which `main.tsx` loads them. */
const GLOBAL = ['first-paint', 'base', 'touch', 'forced-colors'].map((name) => `ui/styles/${name}.css`);
/** The oldest browsers that the code runs in. */
const TARGETS = { chrome: 94 << 16, firefox: 93 << 16, safari: (15 << 16) | (4 << 8) };
/** The sheets of a visitor's page in the order of its links: those of chunks come before those of the start. */
const PAGES = {
  login: [...GLOBAL, 'login', 'brandPanel'],
  signup: [
    'entryPage',
    'formPage',
    'passwords',
    'fields',
    'phone',
    'picture',
    'avatar',
    'optionalLabel',
    'backLink',
    ...GLOBAL,
    'brandPanel',
  ],
};
/** Mantine's colours in these sheets, which its own sheet would define. */
const MANTINE = /var\((--mantine-color-[a-z]+-?\d?)\)/g;
/** A placeholder for a file name in the styles that Vite passes on. */
const ASSET = /__VITE_ASSET__([\w$]+?)__/g;
const FONT = /@font-face \{[^}]*url\([^)]*(inter-latin-wght-normal)\.woff2\)[^}]*\}/;
const DARK = /:root\[data-mantine-color-scheme="dark"\] \{([^}]*)\}/;

const SOURCE = join(import.meta.dirname, 'src').replaceAll('\\', '/');

const sourceOf = (path: string) => readFileSync(join(SOURCE, path), 'utf8');
const packageFile = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');

/** The path below `src`, undefined for other files. */
const pathInSource = (file: string) => file.replaceAll('\\', '/').split(`${SOURCE}/`)[1];

function found(match: RegExpExecArray | null, what: string): RegExpExecArray {
  if (!match) throw new Error(`${what} is missing`);
  return match;
}

/** The dark colours, for pages that follow the scheme of the system until their code runs. */
function darkColours(): string {
  const [, colours = ''] = found(DARK.exec(sourceOf(GLOBAL[1] ?? '')), 'the dark scheme of base.css');
  return colours.replace(/\s*\n\s*/g, '');
}

/** Mantine's own values of the colours that styles use, where they are the same in both schemes. */
function mantineColours(styles: string): string {
  const values = packageFile('@mantine/core/styles/default-css-variables.css');
  const names = new Set([...styles.matchAll(MANTINE)].map(([, name = '']) => name));
  const found = [...names].flatMap((name) => new RegExp(`${name}: #[^;]*;`).exec(values)?.[0] ?? []);
  return `:root{${found.join('')}}`;
}

/** The face of the Latin letters, with the name that the font has in this build. */
function fontFace(files: string[]): string {
  const [face, name = ''] = found(FONT.exec(packageFile('@fontsource-variable/inter/wght.css')), 'the font');
  const file = files.find((each) => each.includes(`/${name}`));
  if (!file) throw new Error(`the build has no ${name}`);
  return face.replace(/url\([^)]*\)/, `url(/${file})`);
}

/**
 * Writes `.vite/first-paint.json`: the built names of these classes, the styles of the painted sign-in and sign-up pages
 * and of the first rows of the case list, which then wait for no style sheet, and the dark colours. `rowSheets` returns the
 * sheets of the rows (`first-rows-plugin.ts`), by paths below `src`.
 */
export function firstPaintStyles(rowSheets: () => Promise<readonly string[]>): Plugin {
  const classes: Record<string, Record<string, string>> = {};
  const styles = new Map<string, string>();
  const sheetOf = (file: string) => {
    const path = pathInSource(file);
    return Object.keys(SHEETS).find((name) => SHEETS[name] === path) ?? path;
  };
  const stylesOf = (sheets: string[]) => sheets.map((sheet) => styles.get(sheet) ?? '').join('');
  return {
    name: 'first-paint-styles',
    apply: 'build',
    config: () => ({
      css: {
        modules: {
          getJSON(file, names) {
            const sheet = sheetOf(file);
            if (sheet && Object.hasOwn(SHEETS, sheet)) classes[sheet] = names;
          },
        },
      },
    }),
    // Vite has replaced the names of the classes by now, and turns style sheets into modules only after this.
    transform(code, id) {
      const sheet = id.endsWith('.css') && sheetOf(id);
      if (sheet) styles.set(sheet, code);
    },
    async generateBundle(_, bundle) {
      // The code of /cases adds the sheets of its chunks.
      const cases = [...GLOBAL, ...(await rowSheets())];
      const missing = [...cases, ...Object.keys(SHEETS)].filter((sheet) => !styles.has(sheet));
      if (missing.length > 0) throw new Error(`the build has no styles of ${missing.join(', ')}`);
      const start = `@layer mantine{${packageFile('@mantine/core/styles/baseline.css')}}${fontFace(Object.keys(bundle))}`;
      const page = (sheets: string[]) => {
        const styles = stylesOf(sheets).replace(ASSET, (_, file) => `/${this.getFileName(file)}`);
        const code = Buffer.from(start + mantineColours(styles) + styles);
        return minified({
          filename: 'first-paint.css',
          code,
          minify: true,
          targets: TARGETS,
        }).code.toString();
      };
      const source = JSON.stringify({
        classes,
        styles: { login: page(PAGES.login), signup: page(PAGES.signup), cases: page(cases) },
        dark: darkColours(),
      });
      this.emitFile({ type: 'asset', fileName: '.vite/first-paint.json', source });
    },
  };
}
