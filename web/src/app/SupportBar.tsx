import type { SupportInfo } from '@cusp/contract/sign-in';
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/app-info.ts';
import { signOut } from '../client/session/session.ts';
import { reloginRequired } from '../client/session/session-store.ts';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import classes from './support-bar.module.css';

interface Props {
  support: SupportInfo;
  /** Name of the account. */
  name: string;
  endsAt: string;
}

/** Stays above every page of a support tab: the account, the staff member, what is allowed, the time left, and End. */
export default function SupportBar({ support, name, endsAt }: Props) {
  const { t } = useTranslation('support');
  const left = useSecondsUntil(Date.parse(endsAt));
  useEffect(() => {
    document.documentElement.dataset.support = '';
    return () => {
      delete document.documentElement.dataset.support;
    };
  }, []);
  useEffect(() => {
    if (left === 0) reloginRequired();
  }, [left]);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <aside className={classes.bar} aria-label={t('bar.who', { app: brand().app_name, name })}>
      <IconUserShield size={20} stroke={1.8} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <strong className={classes.who}>{t('bar.who', { app: brand().app_name, name })}</strong>
        <span className={classes.more}>
          {[
            t('bar.by', { staff: support.staff }),
            t(`bar.${support.mode}`),
            t(support.sees_patients ? 'bar.seen' : 'bar.masked'),
          ].join(' · ')}
        </span>
      </div>
      <span className={classes.left} role="timer">
        {t('bar.left', { time })}
      </span>
      <Button size="compact-sm" color="dark" onClick={() => void signOut()}>
        {t('bar.end')}
      </Button>
    </aside>
  );
}
