import { ADM_PATHS } from '@cusp/contract/pages';
import type { StaffGroup } from '@cusp/contract/staff-parties';
import { getStaffGroup } from '@cusp/contract/staff-parties.routes';
import { shownStatus } from '@cusp/dental/case-status';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { idIn } from '../../../client/id-in.ts';
import { useCall } from '../../../client/use-call.ts';
import { StatusBadge } from '../../../dental-ui/StatusBadge.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { PartyName } from './PartyName.tsx';
import classes from './parties.module.css';

/** One share group, read only. An unknown id shows that the page does not exist. */
export default function GroupScreen() {
  const { t } = useTranslation('admin-parties');
  const id = idIn(useParams().gid);
  const query = useCall(getStaffGroup, { params: { id: id ?? 0 } }, ['admin-group', id], {
    enabled: id !== undefined,
  });
  const isMissing = id === undefined || query.error?.status === 404;
  return (
    <div className={`${classes.page} ${classes.detail}`}>
      <PageHeader title={t('group.title')} back={{ to: ADM_PATHS.users, text: t('group.back') }} />
      {isMissing ? (
        <EmptyState icon={<IconUsersGroup size={22} />} title={t('group.missing')} />
      ) : query.data ? (
        <Group group={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

function Group({ group }: { group: StaffGroup }) {
  const { t, i18n } = useTranslation('admin-parties');
  const format = useFormat();
  const members = group.members.filter(({ status }) => status === 'ACCD');
  const invited = group.members.filter(({ status }) => status !== 'ACCD');
  return (
    <div className={classes.cards}>
      <TitledCard title={t('group.group')}>
        <Facts>
          <Fact name={t('group.name')} value={group.name} />
          <Fact name={t('group.owner')} value={<PartyName party={group.owner} />} />
          <Fact name={t('group.created')} value={format.date(group.created_date)} />
        </Facts>
      </TitledCard>
      <TitledCard title={t('group.cases')}>
        {group.cases.length === 0 ? (
          <p className={classes.none}>{t('group.noCases')}</p>
        ) : (
          <Facts>
            {casesByStatus(group.cases).map(({ status, count }) => (
              <Fact
                key={status}
                name={<StatusBadge status={status} />}
                value={new Intl.NumberFormat(i18n.language).format(count)}
              />
            ))}
          </Facts>
        )}
      </TitledCard>
      <TitledCard title={t('group.members')}>
        <ul className={classes.members}>
          <li className={classes.member}>
            <PartyName party={group.owner} />
            <StateBadge color="violet">{t('group.ownerRole')}</StateBadge>
          </li>
          {members.map((member) => (
            <Member key={member.id} member={member} />
          ))}
        </ul>
      </TitledCard>
      <TitledCard title={t('group.invitations')}>
        {invited.length === 0 ? (
          <p className={classes.none}>{t('group.noInvitations')}</p>
        ) : (
          <ul className={classes.members}>
            {invited.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
        )}
      </TitledCard>
    </div>
  );
}

const COLORS = { ACCD: 'green', REQD: 'orange', REJD: 'red' } as const;

function Member({ member }: { member: StaffGroup['members'][number] }) {
  const { t } = useTranslation('admin-parties');
  const format = useFormat();
  const { person, status, invited_by, invited_date, updated_date } = member;
  const isMember = status === 'ACCD';
  return (
    <li className={classes.member}>
      <div>
        <PartyName party={person} />
        <span className={classes.quiet}>
          {isMember
            ? t('group.since', { date: format.date(updated_date) })
            : t('group.invitedBy', {
                name: invited_by.name || invited_by.email,
                date: format.date(invited_date),
              })}
        </span>
      </div>
      <StateBadge color={COLORS[status]}>
        {isMember ? t('group.memberRole') : t(status === 'REQD' ? 'group.invited' : `states.${status}`)}
      </StateBadge>
    </li>
  );
}

/** Counts by the status that people see, which may combine several. */
function casesByStatus(cases: StaffGroup['cases']) {
  const counts = new Map<ReturnType<typeof shownStatus>, number>();
  for (const { status, count } of cases) {
    const shown = shownStatus(status);
    counts.set(shown, (counts.get(shown) ?? 0) + count);
  }
  return [...counts].map(([status, count]) => ({ status, count }));
}
