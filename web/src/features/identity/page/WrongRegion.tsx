import { Button } from '@mantine/core';
import { IconWorldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { elsewhereOf } from '../../../client/other-region.ts';
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
