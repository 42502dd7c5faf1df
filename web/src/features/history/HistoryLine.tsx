import type { NumberSystem } from '@cusp/contract/cases';
import type { HistoryAction, HistoryEntry } from '@cusp/contract/history';
import { shownStatus } from '@cusp/dental/case-status';
import {
  IconArrowBackUp,
  IconCertificate,
  IconCheck,
  IconClock,
  IconCube,
  IconDownload,
  IconEye,
  IconFileText,
  IconLink,
  IconLinkOff,
  IconMessage,
  IconPackageImport,
  IconPaperclip,
  IconPencil,
  IconSend,
  IconTrash,
  IconTruckDelivery,
  IconUser,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/app-info.ts';
import { StatusDot } from '../../dental-ui/StatusBadge.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { PersonName } from '../../ui/PersonAvatar.tsx';
import { ChangeList } from '../orders/orders.offers.tsx';
import classes from './history.module.css';

/** More files than this are counted instead of named. */
const MAX_NAMED = 5;

interface HistoryLineProps {
  entry: HistoryEntry;
  system: NumberSystem;
}

/** One entry of the history: an action by a person or through a link. */
export const HistoryLine = memo(function HistoryLine({ entry, system }: HistoryLineProps) {
  const { t } = useTranslation('history');
  const { clock, dateTime } = useFormat();
  const { action, count, files } = entry;
  const did = useDid(entry);
  return (
    <li className={classes.entry}>
      <span className={classes.sign} aria-hidden>
        <Sign entry={entry} />
      </span>
      <div className={classes.words}>
        <span className={classes.person}>
          <Doer entry={entry} />
        </span>{' '}
        {did}
        {count > 1 && action !== 'downloaded' && action !== 'share_downloaded' && (
          <span className={classes.times}> {t('times', { count })}</span>
        )}
        {/* A wider space, which is not visible where a line wraps. */}
        {'\u2002'}
        <time className={classes.time} dateTime={entry.at} title={dateTime(entry.at)}>
          {clock(entry.at)}
        </time>
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.slice(0, MAX_NAMED).map(({ id, filename }) => (
              <li key={id}>{filename}</li>
            ))}
            {files.length > MAX_NAMED && <li>{t('moreFiles', { count: files.length - MAX_NAMED })}</li>}
          </ul>
        )}
        <OrderChanges entry={entry} system={system} />
      </div>
    </li>
  );
});

const SIGNS: Record<HistoryAction, TablerIcon> = {
  sent: IconSend,
  edited: IconPencil,
  change_proposed: IconPencil,
  change_accepted: IconCheck,
  change_declined: IconX,
  change_withdrawn: IconX,
  status: IconPencil,
  assignee: IconUser,
  files_added: IconPaperclip,
  file_deleted: IconTrash,
  file_classified: IconCube,
  file_unit_set: IconCube,
  front_marked: IconCube,
  comment_added: IconMessage,
  comment_edited: IconMessage,
  comment_deleted: IconTrash,
  opened: IconEye,
  downloaded: IconDownload,
  downloaded_all: IconDownload,
  shared: IconLink,
  share_revoked: IconLinkOff,
  share_opened: IconEye,
  share_downloaded: IconDownload,
  share_downloaded_all: IconDownload,
  order_form: IconFileText,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  imported: IconPackageImport,
  expired: IconClock,
  statement_issued: IconCertificate,
  shipped: IconTruckDelivery,
  shipment_removed: IconTruckDelivery,
};

/** Whether this page knows the action; a newer server may have others. */
const isKnown = (action: string): action is HistoryAction => Object.hasOwn(SIGNS, action);

/** The kind of the action; a status has its own sign. */
function Sign({ entry: { action, status } }: { entry: HistoryEntry }) {
  if (status) return <StatusDot status={shownStatus(status.to)} />;
  const Icon = isKnown(action) ? SIGNS[action] : IconPencil;
  return <Icon size={15} stroke={1.6} />;
}

/** The author of an entry; staff who acted for a person appear as the support of the product. */
function Doer({ entry: { action, person, by_support } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('history');
  if (action === 'expired') return t('expiry');
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
  if (!isKnown(action)) return t('did.unknown');
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
