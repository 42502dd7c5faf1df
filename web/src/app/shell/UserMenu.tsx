import { PAGES } from '@cusp/contract/pages';
import { Divider, Popover } from '@mantine/core';
import { IconChevronRight, IconHelp, IconLock, IconLogout, IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOut } from '../../client/session/session.ts';
import { useIsGuest, useUser } from '../../client/session/session-store.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { useAlarms } from '../../features/connections/alarms.offers.ts';
import { useHasNews, WHATS_NEW } from '../../features/help/help.offers.tsx';
import { PROVIDER_NAMES, ProviderLogo } from '../../features/identity/identity.offers.tsx';
import { countWaiting, forgetEverything } from '../../features/offline/leaving.offers.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { userEntries } from './navigation.ts';
import { AppearanceRow, LanguageRow } from './PreferenceRows.tsx';
import classes from './user-menu.module.css';

/** Asks first if changes waiting for a connection would be lost. */
function useLeave(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const confirm = useConfirm();
  const { id } = useUser();
  return async () => {
    const count = await countWaiting(id);
    const question = {
      title: t('signOut'),
      content: t('unsent', { count }),
      ok: t('unsentOk'),
      danger: true,
    };
    if (count > 0 && !(await confirm(question))) return;
    await forgetEverything(id);
    await signOut();
  };
}

/** The menu of the signed-in person. Small screens omit most links, as the specification requires. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const isGuest = useIsGuest();
  const small = useSmallScreen();
  const { invitations } = useAlarms();
  const waiting = small || invitations === 0 ? null : t('pending', { count: invitations });
  const hasNews = useHasNews();
  const leave = useLeave();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={small ? 'bottom-end' : 'right-end'}
      width={272}
      offset={small ? 8 : 16}
      radius="lg"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.person}
          data-collapsed={collapsed || undefined}
          aria-label={[t('userMenu', { name: user.name }), waiting, hasNews && t('news')]
            .filter(Boolean)
            .join(', ')}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.face}>
            <PersonAvatar name={user.name} picture={user.picture} size={32} />
            {waiting ? (
              <span className={classes.badge} aria-hidden>
                {invitations > 9 ? '9+' : invitations}
              </span>
            ) : (
              hasNews && <span className={classes.dot} aria-hidden />
            )}
          </span>
          {!collapsed && (
            <>
              <span className={classes.name} title={user.name}>
                {user.name}
              </span>
              <IconChevronRight size={16} aria-hidden />
            </>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <div className={classes.about}>
          <div className={classes.aboutName}>{user.name}</div>
          <div className={classes.email}>{user.email}</div>
          {user.social_provider && (
            <div className={classes.provider}>
              <ProviderLogo provider={user.social_provider} size={14} />
              {t('signsInWith', { provider: PROVIDER_NAMES[user.social_provider] })}
            </div>
          )}
        </div>
        <Divider my={4} />
        {isGuest && (
          <Link to={PAGES.privacy} className={classes.entry} onClick={() => setOpen(false)}>
            <IconLock size={18} stroke={1.6} aria-hidden />
            {t('privacy')}
          </Link>
        )}
        {(isGuest ? [] : userEntries(small, user)).map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={classes.entry} onClick={() => setOpen(false)}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <span className={classes.entryLabel}>{t(label)}</span>
            {label === 'groups' && waiting && (
              <>
                <span className={classes.count} aria-hidden>
                  {invitations}
                </span>
                <span className={classes.hidden}>{waiting}</span>
              </>
            )}
          </Link>
        ))}
        <Divider my={4} />
        <Link to={PAGES.help} className={classes.entry} onClick={() => setOpen(false)}>
          <IconHelp size={18} stroke={1.6} aria-hidden />
          {t('help')}
        </Link>
        {hasNews && (
          <Link to={WHATS_NEW} className={classes.entry} onClick={() => setOpen(false)}>
            <IconNews size={18} stroke={1.6} aria-hidden />
            <span className={classes.entryLabel}>{t('news')}</span>
            <span className={classes.newsDot} aria-hidden />
          </Link>
        )}
        <Divider my={4} />
        <LanguageRow />
        <AppearanceRow />
        <Divider my={4} />
        <button
          type="button"
          className={classes.entry}
          onClick={() => {
            setOpen(false);
            void leave();
          }}
        >
          <IconLogout size={18} stroke={1.6} aria-hidden />
          {t('signOut')}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
