import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, STAFF_AREAS, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { blockUser, getStaffUser } from '@cusp/contract/staff-users.routes';
import { Alert, Anchor } from '@mantine/core';
import { IconBan, IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { idIn } from '../../../client/id-in.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall } from '../../../client/use-call.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmailChangeCard } from './EmailChange.tsx';
import { StepResetCard } from './StepResetCard.tsx';
import { UserActions } from './UserActions.tsx';
import { GroupCard, LogCard, ProfileCard, ScannersCard, SignInCard } from './UserCards.tsx';
import { UserConnections } from './UserConnections.tsx';
import { UserSessions } from './UserSessions.tsx';
import classes from './users.module.css';

/** One user with everything that staff see of them. An unknown id shows that the page does not exist. */
export default function UserScreen() {
  const { t } = useTranslation('staff-users');
  const { t: support } = useTranslation('support');
  const actsForUsers = mayEnter(staffFlagsOf(useUser()), STAFF_AREAS.support);
  const id = idIn(useParams().uid);
  const query = useCall(getStaffUser, { params: { id: id ?? 0 } }, ['staff-user', id], {
    enabled: id !== undefined,
  });
  const isMissing = id === undefined || query.error?.status === 404;
  const { data: user } = query;
  return (
    <div className={`${classes.page} ${classes.detail}`}>
      <PageHeader
        title={isMissing || !user ? t('title') : user.name || user.email || t('deletedName')}
        back={{ to: ADM_PATHS.users, text: t('back') }}
      >
        {user && actsForUsers && (
          <Anchor component={Link} to={`${ADM_PATHS.support}?user=${id}`}>
            {support('staff.title')}
          </Anchor>
        )}
      </PageHeader>
      {isMissing ? (
        <EmptyState icon={<IconUserQuestion size={22} />} title={t('missing')} />
      ) : user ? (
        <Detail key={user.id} user={user} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

function Detail({ user }: { user: StaffUserDetail }) {
  const mayChange = mayEnter(staffFlagsOf(useUser()), blockUser.staff);
  return (
    <>
      <Blocked user={user} />
      {user.state !== 'deleted' && <UserActions user={user} />}
      <div className={classes.cards}>
        <ProfileCard user={user} />
        <SignInCard user={user} />
        <StepResetCard user={user} />
        <EmailChangeCard user={user} />
        {user.sessions && <UserSessions user={user} sessions={user.sessions} mayEnd={mayChange} />}
        <GroupCard user={user} />
        <UserConnections user={user} />
        <ScannersCard user={user} />
        <LogCard user={user} />
      </div>
    </>
  );
}

function Blocked({ user: { block } }: { user: StaffUserDetail }) {
  const { t } = useTranslation('staff-users');
  const format = useFormat();
  if (!block) return null;
  return (
    <Alert className={classes.notice} color="red" icon={<IconBan size={18} aria-hidden />}>
      <div>{t('block.line', { name: block.by, date: format.dateTime(block.since) })}</div>
      <div>{block.reason}</div>
    </Alert>
  );
}
