import type { Language } from '@cusp/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { brand } from '../../brand/app-info.ts';
import { errorOfFailure } from '../../client/api-error.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { HelpGroup } from './help.types.ts';

const pages = import.meta.glob<HelpGroup[]>('../../../../languages/*/{help,whats-new}.md', {
  import: 'default',
});

/** The placeholders for the name are at the same positions in every language. */
const named = (groups: HelpGroup[]): HelpGroup[] =>
  JSON.parse(
    JSON.stringify(groups).replaceAll('{app_name}', () => JSON.stringify(brand().app_name).slice(1, -1)),
  );

async function load(language: Language) {
  const read = async (name: string) => {
    const page = pages[`../../../../languages/${language}/${name}.md`];
    if (!page) throw new Error(`no ${name} in ${language}`);
    return named(
      await page().catch((cause: unknown) => {
        throw errorOfFailure(cause);
      }),
    );
  };
  const [groups, [news]] = await Promise.all([read('help'), read('whats-new')]);
  return { groups, news: news?.articles ?? [] };
}

export const useHelp = () => {
  const language = currentLanguage();
  return useQuery({
    queryKey: ['help', language],
    queryFn: () => load(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
};
