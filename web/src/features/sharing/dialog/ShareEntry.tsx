import type { Share } from '@cusp/contract/sharing';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './share-dialog.module.css';

interface ShareEntryProps {
  share: Share;
  /** It is being revoked. */
  isGoing: boolean;
  onRevoke(): void;
}

/** One link: for whom, what it allows, whether it works and how often it was opened. */
export function ShareEntry({ share, isGoing, onRevoke }: ShareEntryProps) {
  const { t } = useTranslation('sharing');
  const { t: common } = useTranslation('common');
  const { dateTime } = useFormat();
  const { recipient, email, maker, state, open_count, last_opened, chosen_files, gives_texts } = share;
  const facts = [
    t(share.allows_download ? 'download' : 'viewOnly'),
    chosen_files > 0 ? t('list.chosen', { count: chosen_files }) : '',
    gives_texts ? t('list.texts') : '',
    t('list.until', { date: dateTime(share.expires_date) }),
    t('list.by', { name: maker.name || common('unknown') }),
    email && email !== recipient ? t('list.mailed', { email }) : '',
  ].filter(Boolean);
  const openings = last_opened
    ? [t('list.opened', { count: open_count }), t('list.last', { date: dateTime(last_opened) })]
    : [t('list.never')];
  return (
    <li className={classes.entry} data-over={state !== 'active' || undefined}>
      <div className={classes.words}>
        <span className={classes.line}>
          <span className={classes.recipient}>{recipient}</span>
          <span className={classes.state} data-state={state}>
            {t(`list.state.${state}`)}
          </span>
        </span>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
        <span className={classes.quiet}>{openings.join(' · ')}</span>
      </div>
      {(state === 'active' || state === 'ended') && (
        <Button
          variant="default"
          size="xs"
          loading={isGoing}
          aria-label={t('list.revokeNamed', { name: recipient })}
          onClick={onRevoke}
        >
          {t('list.revoke')}
        </Button>
      )}
    </li>
  );
}
