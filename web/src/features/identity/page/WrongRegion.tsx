import { PAGES } from '@cusp/contract/pages';
import { regionOfSid, sidOf } from '@cusp/contract/storage-region';
import { Button } from '@mantine/core';
import { IconWorldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { Outcome } from './Outcome.tsx';

interface Props {
  /** The object of the link moves with its person, so the same link works in their new region. */
  moves?: boolean;
}

/** The page of a link that belongs to the other region, with a link there. */
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

/** Opens the present link in the other region; renders nothing with a single region. */
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
 * URL of this page's link in the other region, for a link that this region refuses: the same page if `sid` names that
 * region, or if the link's object moves along (`moves`), else its sign-in page. Null with a single region.
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
