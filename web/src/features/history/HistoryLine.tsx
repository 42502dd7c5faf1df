import type { NumberSystem } from '@cusp/contract/cases';
import type { HistoryEntry } from '@cusp/contract/history';
import { shownStatus } from '@cusp/dental/case-status';
import { Avatar } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/app-info.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { PersonAvatar, PersonName } from '../../ui/PersonAvatar.tsx';
import { ChangeList } from '../orders/orders.offers.tsx';
import classes from './history.module.css';

/** More files than this are counted instead of named. */
const MOST_NAMED = 5;

/** One entry of the history: an action by a person or through a link. */
export function HistoryLine({ entry, system }: { entry: HistoryEntry; system: NumberSystem }) {
  const { t } = useTranslation('history');
  const { clock, dateTime } = useFormat();
  const { person, action, count, files } = entry;
  const did = useDid(entry);
  return (
    <li className={classes.entry}>
      {person ? (
        <PersonAvatar name={person.name} picture={person.picture} size={28} />
      ) : (
        <Avatar size={28} radius={28} variant="light" color="gray" aria-hidden>
          <IconLink size={15} />
        </Avatar>
      )}
      <div className={classes.words}>
        <span className={classes.person}>
          <Doer entry={entry} />
        </span>{' '}
        <span className={classes.did}>{did}</span>
        {count > 1 && action !== 'downloaded' && action !== 'share_downloaded' && (
          <span className={classes.times}> {t('times', { count })}</span>
        )}
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.slice(0, MOST_NAMED).map(({ id, filename }) => (
              <li key={id}>{filename}</li>
            ))}
            {files.length > MOST_NAMED && <li>{t('moreFiles', { count: files.length - MOST_NAMED })}</li>}
          </ul>
        )}
        <OrderChanges entry={entry} system={system} />
      </div>
      <time className={classes.time} dateTime={entry.at} title={dateTime(entry.at)}>
        {clock(entry.at)}
      </time>
    </li>
  );
}

/** Who did it; staff who acted for a person are named as the support of the product. */
function Doer({ entry: { person, by_support } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('history');
  if (!person) return t('visitor');
  if (by_support) return t('support', { app: brand().app_name, name: person.name });
  return <PersonName name={person.name} />;
}

/** The changes that were made or proposed to an order, and the outcome. */
function OrderChanges({ entry: { action, order }, system }: { entry: HistoryEntry; system: NumberSystem }) {
  const { t } = useTranslation('history');
  if (!order) return null;
  const isAnswer = action === 'change_declined' || action === 'change_withdrawn';
  return (
    <div className={classes.order}>
      {action === 'change_proposed' && <p className={classes.outcome}>{t(`outcome.${order.state}`)}</p>}
      {action === 'change_declined' && order.reason && <p className={classes.reason}>{order.reason}</p>}
      {!isAnswer && <ChangeList changes={order.changes} system={system} />}
    </div>
  );
}

/** The text of the action. */
function useDid({ action, status, assignee, files, recipient, order }: HistoryEntry): string {
  const { t } = useTranslation('history');
  const { t: dental } = useTranslation('dental');
  switch (action) {
    case 'status': {
      if (!status) return t('did.status');
      const [from, to] = [status.from, status.to].map((code) => dental(`statuses.${shownStatus(code)}`));
      return t('did.statusFromTo', { from, to });
    }
    case 'assignee':
      return assignee ? t('did.assignee', { name: assignee }) : t('did.unassigned');
    case 'edited':
    case 'change_accepted':
      return order?.version ? t(`did.${action}_version`, { version: order.version }) : t(`did.${action}`);
    case 'files_added':
    case 'downloaded':
    case 'share_downloaded':
      return t(`did.${action}`, { count: Math.max(1, files.length) });
    case 'shared':
    case 'share_revoked':
    case 'share_opened':
      return recipient ? t(`did.${action}_for`, { name: recipient }) : t(`did.${action}`);
    default:
      return t(`did.${action}`);
  }
}
