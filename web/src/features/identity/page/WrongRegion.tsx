import { PAGES } from '@cusp/contract/pages';
import { regionOfSid, sidOf } from '@cusp/contract/storage-region';
import { Button } from '@mantine/core';
import { IconWorldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { Outcome } from './Outcome.tsx';

interface Props {
  /** Data behind the link moves with its person, so the same link works in their new region. */
  moves?: boolean;
}

/** The page of a link that belongs to the other region, with the way there. */
export function WrongRegion({ moves = false }: Props) {
  const { t } = useTranslation('errors');
  const { t: common } = useTranslation('common');
  const region = elsewhereOf(useSearchParams()[0].get('sid'))?.region;
  return (
    <Outcome
      icon={IconWorldQuestion}
      title={region ? common(`otherRegion.title.${region}`) : t('server_is_wrong')}
      text={region && common('otherRegion.text')}
    >
      <OpenElsewhere moves={moves} />
    </Outcome>
  );
}

/** Opens the present link in the other region; nothing where there is one region. */
export function OpenElsewhere({ moves = false }: Props) {
  const { t } = useTranslation('common');
  const to = elsewhereOf(useSearchParams()[0].get('sid'), { moves });
  if (!to) return null;
  return (
    <Button component="a" href={to.href}>
      {t('otherRegion.open', { host: to.host })}
    </Button>
  );
}

interface Elsewhere {
  region: 'EU' | 'US';
  host: string;
  href: string;
}

/**
 * Where this page's link leads in the other region, for a link that this region refuses: the same page if `sid` names
 * that region, or if what the link is for moves along (`moves`), else its sign-in page. Null where there is one region.
 */
function elsewhereOf(sid: string | null, { moves = false } = {}): Elsewhere | null {
  const { other_region_url: other, server_loc } = appInfo();
  if (!other) return null;
  const region = server_loc === 'EU' ? 'US' : 'EU';
  const isThere = sid !== null && regionOfSid(sid) === region;
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  if (moves) query.set('sid', sidOf(region));
  const path = moves ? `${pathname}?${query}${hash}` : isThere ? pathname + search + hash : PAGES.login;
  return { region, host: new URL(other).host, href: other + path };
}
