import type { GroupMember } from '@cusp/contract/share-groups';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import classes from './group.module.css';
import type { GroupActions } from './use-group.ts';

type Invitation = 'accept' | 'reject' | 'again' | 'takeBack';
type Membership = 'removeMember' | 'offer' | 'withdrawOffer' | 'acceptOffer' | 'declineOffer' | 'leave';
type RowAction = Invitation | Membership;

type Row = Pick<
  GroupMember,
  'status' | 'is_owner' | 'is_unknown' | 'Im_requester' | 'Im_invited' | 'offered_until'
>;

/** The buttons of a row, by its state and the reader's role in it. The owner cannot be removed. */
export function actionsOf(
  { status, is_owner, is_unknown, Im_requester, Im_invited, offered_until }: Row,
  { isOffered = false } = {},
): readonly RowAction[] {
  if (is_owner) return [];
  if (status === 'REQD') return Im_requester ? ['again', 'takeBack'] : Im_invited ? ['accept', 'reject'] : [];
  if (status === 'REJD') return Im_requester ? ['takeBack', 'again'] : [];
  if (Im_requester) {
    if (offered_until) return ['withdrawOffer', 'removeMember'];
    return is_unknown || isOffered ? ['removeMember'] : ['offer', 'removeMember'];
  }
  if (!Im_invited) return [];
  return offered_until ? ['acceptOffer', 'declineOffer', 'leave'] : ['leave'];
}

interface Props {
  row: GroupMember;
  actions: GroupActions;
  isPending: boolean;
  /** Whether the group is offered to one of its members. */
  isOffered: boolean;
}

/**
 * A member or an invitation. An invitation shows the inviter to the invited person, and the invited person to
 * everybody else.
 */
export function MemberRow({ row, actions, isPending, isOffered }: Props) {
  const { t } = useTranslation(['groups', 'common']);
  const { dateTime } = useFormat();
  const isMine = isPending && row.Im_invited;
  const shown = isMine
    ? { name: row.requester.username, email: row.requester.email, picture: row.requester.picture }
    : row;
  const name = row.is_unknown ? t('common:unknown') : shown.name || shown.email || t('common:unknown');
  const possible = actionsOf(row, { isOffered });
  const role = row.is_owner ? t('owner') : isPending ? row.sg_name : t('member');
  return (
    <li className={classes.row}>
      <PersonAvatar name={name} picture={shown.picture} size={36} />
      <div className={classes.who}>
        <p className={classes.role}>{role}</p>
        <p className={classes.name}>
          <span>{name}</span>
          {shown.email && shown.email !== name && (
            // A line breaks before the slash, not after it.
            <span className={classes.email}>{` /\u00a0${shown.email}`}</span>
          )}
        </p>
        {isMine && !row.accept_token && <p className={classes.role}>{t('expired')}</p>}
        {row.offered_until && (
          <p className={classes.role}>
            {t(row.Im_invited ? 'offer.got' : 'offer.made', { until: dateTime(row.offered_until) })}
          </p>
        )}
      </div>
      {row.status === 'REJD' && <span className={classes.rejected}>{t('rejected')}</span>}
      {possible.length > 0 && (
        <div className={classes.actions}>
          {possible.map((action) => (
            <RowButton key={action} action={action} row={row} actions={actions} />
          ))}
        </div>
      )}
    </li>
  );
}

const LABELS = {
  accept: 'accept',
  reject: 'reject',
  again: 'inviteAgain',
  takeBack: 'remove',
  removeMember: 'remove',
  offer: 'offer.make',
  withdrawOffer: 'offer.withdraw',
  acceptOffer: 'offer.accept',
  declineOffer: 'offer.decline',
  leave: 'leave',
} as const;

function RowButton({ action, row, actions }: Pick<Props, 'row' | 'actions'> & { action: RowAction }) {
  const { t } = useTranslation('groups');
  const isMain = action === 'accept' || action === 'acceptOffer';
  return (
    <Button
      size="xs"
      variant={isMain ? 'filled' : 'default'}
      disabled={actions.isBusy || (action === 'accept' && !row.accept_token)}
      onClick={() => void actions[action](row)}
    >
      {t(LABELS[action])}
    </Button>
  );
}
