import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, STAFF_AREAS, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { LANGUAGE_NAMES } from '@cusp/text/languages';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { UserState } from './use-user-columns.tsx';
import classes from './users.module.css';

interface Props {
  user: StaffUserDetail;
}

export function ProfileCard({ user }: Props) {
  const { t, i18n } = useTranslation('staff-users');
  const { t: profile } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const date = (moment: string | null) => moment && format.date(moment);
  return (
    <TitledCard title={t('profile.title')}>
      <Facts>
        <Fact name={t('columns.state')} value={<UserState state={user.state} />} />
        <Fact name={t('profile.number')} value={user.id} />
        <Fact name={t('columns.name')} value={user.name} />
        <Fact name={t('columns.email')} value={user.email} />
        <Fact name={t('columns.institution')} value={user.institution} />
        <Fact name={t('columns.role')} value={profile(`roles.${user.role}`)} />
        <Fact name={t('profile.phone')} value={user.phone} />
        <Fact name={t('profile.address')} value={user.address} />
        <Fact name={t('columns.country')} value={countryName(user.country, i18n.language)} />
        <Fact name={t('columns.region')} value={common(`regions.${user.region}`)} />
        <Fact name={t('profile.language')} value={LANGUAGE_NAMES[user.language]} />
        <Fact name={t('columns.created')} value={format.date(user.created_date)} />
        <Fact name={t('profile.activated')} value={date(user.activated_date)} />
        <Fact name={t('profile.rental')} value={t(user.is_device_rental_manager ? 'yes' : 'no')} />
        {user.rented_devices > 0 && <Fact name={t('profile.rented')} value={user.rented_devices} />}
        {user.staff_flags.length > 0 && (
          <Fact
            name={t('profile.staff')}
            value={user.staff_flags.map((flag) => t(`flags.${flag}`)).join(', ')}
          />
        )}
      </Facts>
    </TitledCard>
  );
}

const PROVIDERS = { facebook: 'Facebook', google: 'Google' } as const;

export function SignInCard({ user: { sign_in: ways, last_sign_in } }: Props) {
  const { t } = useTranslation('staff-users');
  const format = useFormat();
  return (
    <TitledCard title={t('signIn.title')}>
      <Facts>
        <Fact name={t('columns.lastSignIn')} value={last_sign_in && format.dateTime(last_sign_in)} />
        <Fact name={t('signIn.password')} value={t(ways.has_password ? 'yes' : 'no')} />
        <Fact name={t('signIn.social')} value={ways.social.map((each) => PROVIDERS[each]).join(', ')} />
        <Fact name={t('signIn.app')} value={t(ways.has_app ? 'yes' : 'no')} />
        <Fact name={t('signIn.passkeys')} value={String(ways.passkeys)} />
        <Fact name={t('signIn.recovery')} value={String(ways.recovery_codes)} />
      </Facts>
    </TitledCard>
  );
}

export function GroupCard({ user: { group } }: Props) {
  const { t } = useTranslation('staff-users');
  const mayOpen = mayEnter(staffFlagsOf(useUser()), STAFF_AREAS.groups);
  return (
    <TitledCard title={t('group.title')}>
      {group ? (
        <Facts>
          <Fact
            name={t('group.name')}
            value={
              mayOpen ? (
                <Anchor
                  component={Link}
                  inherit
                  to={generatePath(ADM_PATHS.group, { gid: String(group.id) })}
                >
                  {group.name}
                </Anchor>
              ) : (
                group.name
              )
            }
          />
          <Fact
            name={t('group.owner')}
            value={
              group.is_owner ? (
                t('group.isOwner')
              ) : (
                <Anchor
                  component={Link}
                  inherit
                  to={generatePath(ADM_PATHS.user, { uid: String(group.owner.id) })}
                >
                  {group.owner.name}
                </Anchor>
              )
            }
          />
          <Fact name={t('group.members')} value={String(group.members)} />
        </Facts>
      ) : (
        <p className={classes.quiet}>{t('group.none')}</p>
      )}
    </TitledCard>
  );
}

export function ScannersCard({ user: { scanners } }: Props) {
  const { t } = useTranslation('staff-users');
  const format = useFormat();
  return (
    <TitledCard title={t('scanners.title')}>
      {scanners.length === 0 && <p className={classes.quiet}>{t('scanners.none')}</p>}
      <ul className={classes.entries}>
        {scanners.map((scanner) => (
          <li key={scanner.device_id} className={classes.entry}>
            <div className={classes.lines}>
              <strong>{[scanner.model, scanner.serial_no].filter(Boolean).join(', ') || scanner.udi}</strong>
              <span className={classes.small}>{scanner.udi}</span>
              <span className={classes.small}>
                {t('scanners.registered', { date: format.date(scanner.registered_date) })}
              </span>
            </div>
            {scanner.is_blocked ? (
              <StateBadge color="red">{t('scanners.blocked')}</StateBadge>
            ) : (
              !scanner.is_confirmed && <StateBadge color="yellow">{t('scanners.waiting')}</StateBadge>
            )}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** Past actions of staff on the account, with their reasons. */
export function LogCard({ user: { log } }: Props) {
  const { t } = useTranslation('staff-users');
  const format = useFormat();
  return (
    <TitledCard title={t('log.title')}>
      {log.length === 0 && <p className={classes.quiet}>{t('log.none')}</p>}
      <ul className={classes.entries}>
        {log.map(({ id, action, reason, by, at }) => (
          <li key={id} className={classes.lines}>
            <strong>{t(`log.actions.${action}`)}</strong>
            {reason && <span>{reason}</span>}
            <span className={classes.small}>
              {by === null ? format.dateTime(at) : t('log.by', { name: by, date: format.dateTime(at) })}
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
