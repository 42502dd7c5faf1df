import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The style sheets whose classes the server writes into the pages of visitors (`server/src/first-paint.ts`). */
const SHEETS: Record<string, string> = {
  login: 'features/identity/login/login',
  brandPanel: 'features/identity/login/brand-panel',
  entryPage: 'features/identity/page/entry-page',
  formPage: 'features/identity/page/form-page',
  passwords: 'features/identity/passwords/passwords',
  fields: 'features/profile/fields/fields',
  phone: 'features/profile/phone/phone',
  picture: 'features/profile/picture/picture-field',
  avatar: 'ui/person-avatar',
};
const BASE = join(import.meta.dirname, 'src/ui/styles/base.css');
const DARK = /:root\[data-mantine-color-scheme="dark"\] \{([^}]*)\}/;

/** The dark colours, for pages that follow the scheme of the system until their code runs. */
function darkColours(): string {
  const [, colours] = DARK.exec(readFileSync(BASE, 'utf8')) ?? [];
  if (!colours) throw new Error('base.css has no colours of the dark scheme');
  return colours.replace(/\s*\n\s*/g, '');
}

/** Writes the built names of these classes and the dark colours into `.vite/entry-classes.json`. */
export function entryClasses(): Plugin {
  const classes: Record<string, Record<string, string>> = {};
  return {
    name: 'entry-classes',
    apply: 'build',
    config: () => ({
      css: {
        modules: {
          getJSON(file, names) {
            const path = file.replaceAll('\\', '/');
            const sheet = Object.keys(SHEETS).find((name) =>
              path.endsWith(`/src/${SHEETS[name]}.module.css`),
            );
            if (sheet) classes[sheet] = names;
          },
        },
      },
    }),
    generateBundle() {
      const missing = Object.keys(SHEETS).filter((sheet) => !classes[sheet]);
      if (missing.length > 0) throw new Error(`the build has no styles of ${missing.join(', ')}`);
      const source = JSON.stringify({ classes, dark: darkColours() });
      this.emitFile({ type: 'asset', fileName: '.vite/entry-classes.json', source });
    },
  };
}
