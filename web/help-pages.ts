import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { labelsOf, readPages } from '../scripts/lib/help-pages.mjs';
import type { HelpGroup } from './src/features/help/help.types.ts';

/**
 * Turns the help of a language into data, with the texts of the screens that it quotes; a quoted text that does not exist
 * fails the build. With `?latest` it is the id of the first article only, for the mark of what is new.
 */
export function helpPages(): Plugin {
  return {
    name: 'help-pages',
    transform: {
      filter: { id: /[\\/]languages[\\/][\w-]+[\\/](help|whats-new)\.md/ },
      handler(source, id) {
        const [file = '', query] = id.split('?');
        const labels = labelsOf((namespace: string) => {
          const texts = join(dirname(file), `${namespace}.json`);
          this.addWatchFile(texts);
          return JSON.parse(readFileSync(texts, 'utf8'));
        });
        const groups: HelpGroup[] = readPages(source, labels);
        const data = query === 'latest' ? groups[0]?.articles[0]?.id : groups;
        return { code: `export default ${JSON.stringify(data)}`, map: null, moduleType: 'js' };
      },
    },
  };
}
