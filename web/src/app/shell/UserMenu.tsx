import { Menu } from '@mantine/core';
import { IconChevronRight, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOut } from '../../client/session/session.ts';
import { useUser } from '../../client/session/session-store.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { AppearanceRow } from './AppearanceRow.tsx';
import { LanguageRow } from './LanguageRow.tsx';
import { userEntries } from './navigation.ts';
import classes from './user-menu.module.css';

/** The signed-in person and what is theirs. Small screens leave most links out, by the specification. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const small = useSmallScreen();
  return (
    <Menu
      position={small ? 'bottom-end' : 'right-end'}
      width={272}
      offset={small ? 8 : 16}
      radius="lg"
      trapFocus
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.person}
          data-collapsed={collapsed || undefined}
          aria-label={t('userMenu', { name: user.name })}
        >
          <PersonAvatar name={user.name} picture={user.picture} size={32} />
          {!collapsed && (
            <>
              <span className={classes.name}>{user.name}</span>
              <IconChevronRight size={16} aria-hidden />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.about}>
          <div className={classes.aboutName}>{user.name}</div>
          <div className={classes.email}>{user.email}</div>
        </div>
        <Menu.Divider />
        {userEntries(user, small).map(({ to, label, icon: Icon }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <LanguageRow />
        <AppearanceRow />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
