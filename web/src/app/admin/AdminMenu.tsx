import { Divider, Popover } from '@mantine/core';
import { IconChevronRight, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../client/session/session.ts';
import { useUser } from '../../client/session/session-store.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { AppearanceRow, LanguageRow } from '../shell/PreferenceRows.tsx';
import classes from '../shell/user-menu.module.css';

interface Props {
  /** Shows the picture only. */
  collapsed: boolean;
  /** Where the menu opens. */
  position: 'bottom-end' | 'right-end';
}

/** The menu of the signed-in staff member: language, appearance and sign-out. */
export function AdminMenu({ collapsed, position }: Props) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={position}
      width={272}
      offset={position === 'bottom-end' ? 8 : 16}
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
          aria-label={t('userMenu', { name: user.name })}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.face}>
            <PersonAvatar name={user.name} picture={null} size={32} />
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
        </div>
        <Divider my={4} />
        <LanguageRow />
        <AppearanceRow />
        <Divider my={4} />
        <button type="button" className={classes.entry} onClick={() => void signOut()}>
          <IconLogout size={18} stroke={1.6} aria-hidden />
          {t('signOut')}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
