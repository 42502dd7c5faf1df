import { createDraft } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { ActionIcon } from '@mantine/core';
import { IconBell, IconPlus, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { showPalette } from '../../client/keyboard/commands.ts';
import { useIsGuest } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useAlarms } from '../../features/connections/alarms.offers.ts';
import { useUnreadNotices } from '../../features/inbox/inbox.offers.ts';
import { isBuilt } from '../routes.ts';
import { LiveUpdatesNotice } from './LiveUpdatesNotice.tsx';
import classes from './mobile-bars.module.css';
import { mainEntries } from './navigation.ts';
import { UserMenu } from './UserMenu.tsx';

/** The mobile layout: brand and user menu at the top, the main destinations at the bottom. */
export function MobileBars() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { contacts, invitations } = useAlarms();
  const mayCreate = useMayCall(createDraft);
  const isGuest = useIsGuest();
  const unread = useUnreadNotices();
  // Phones reach the group from the connections page, so its invitations count there.
  const pending = contacts + invitations;
  // The bell is at the top, so that the tabs keep their width.
  const tabs = mainEntries(isGuest).filter(({ label }) => label !== 'inbox');
  const { images, app_name } = brand();
  return (
    <>
      <header className={classes.top}>
        <div className={classes.bar}>
          <Link to={PAGES.home} className={classes.home}>
            <img src={images.mark} alt="" width={26} height={26} />
            <span className={classes.name}>{app_name}</span>
          </Link>
          <LiveUpdatesNotice collapsed />
          {!isGuest && (
            <NavLink
              to={PAGES.inbox}
              className={classes.bell}
              aria-label={unread > 0 ? `${t('inbox')}, ${t('unreadNotices', { count: unread })}` : t('inbox')}
            >
              <span className={classes.icon}>
                <IconBell size={20} stroke={1.7} aria-hidden />
                {unread > 0 && (
                  <span className={classes.badge} aria-hidden>
                    {unread > 9 ? '9+' : unread}
                  </span>
                )}
              </span>
            </NavLink>
          )}
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('find')} onClick={showPalette}>
            <IconSearch size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
          <UserMenu collapsed />
        </div>
      </header>
      <nav className={classes.bottom} aria-label={t('navigation')}>
        {tabs.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            className={classes.tab}
            aria-current={to === PAGES.cases && pathname.startsWith(PAGES.newCase) ? 'false' : 'page'}
          >
            <span className={classes.icon}>
              <Icon size={22} stroke={1.7} aria-hidden />
              {label === 'connections' && pending > 0 && (
                <span className={classes.badge} aria-hidden>
                  {pending > 9 ? '9+' : pending}
                </span>
              )}
            </span>
            <span className={classes.label}>{t(label)}</span>
            {label === 'connections' && pending > 0 && (
              <span className={classes.hidden}>{t('pending', { count: pending })}</span>
            )}
          </NavLink>
        ))}
        {isBuilt(PAGES.newCase) && mayCreate && (
          <NavLink to={PAGES.newCase} className={classes.tab}>
            <span className={classes.icon}>
              <IconPlus size={22} stroke={1.7} aria-hidden />
            </span>
            <span className={classes.label}>{t('newCase')}</span>
          </NavLink>
        )}
      </nav>
    </>
  );
}
