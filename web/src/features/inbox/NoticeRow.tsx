import type { Notice } from '@cusp/contract/inbox';
import { PAGES } from '@cusp/contract/pages';
import { MASK } from '@cusp/contract/patient';
import { shownStatus } from '@cusp/dental/case-status';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClock, IconMail, IconMailOpened } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { Hint } from '../../ui/Hint.tsx';
import { PersonAvatar, PersonName } from '../../ui/PersonAvatar.tsx';
import classes from './inbox.module.css';
import { PAUSES } from './snooze-times.ts';
import type { NoticeChanges, Part } from './use-notices.ts';

/** Where a notice leads. */
function targetOf({ what, case: about }: Notice): string {
  if (what === 'expiring') return `${PAGES.privacy}#retention`;
  if (about) return generatePath(PAGES.caseOne, { caseNo: String(about.id) });
  return what === 'group' || what === 'joined' ? PAGES.groups : PAGES.connections;
}

/** A row that leaves the list passes the focus to the next one. */
const handOn = (row: HTMLLIElement | null) => () => {
  if (!row?.contains(document.activeElement)) return;
  const heir = row.nextElementSibling ?? row.previousElementSibling;
  heir?.querySelector<HTMLElement>('[data-notice]')?.focus();
};

interface Props {
  notice: Notice;
  show: Part;
  changes: NoticeChanges;
}

/** One notice: person, action, object and time; a link to it, and its actions. */
export function NoticeRow({ notice, show, changes }: Props) {
  const { t } = useTranslation('inbox');
  const { recent, dateTime } = useFormat();
  const { person, at, is_read, snoozed_until } = notice;
  const pausedUntil = show === 'snoozed' && snoozed_until ? snoozed_until : null;
  return (
    <li ref={handOn} className={classes.row} data-unread={!is_read || undefined}>
      <Link
        className={classes.link}
        to={targetOf(notice)}
        data-notice
        onClick={() => !is_read && show === 'inbox' && changes.set(notice, 'read')}
      >
        {person ? (
          <PersonAvatar name={person.name} picture={person.picture} size={32} />
        ) : (
          <span className={classes.sign} aria-hidden>
            <IconClock size={18} stroke={1.7} />
          </span>
        )}
        <span className={classes.words}>
          <span className={classes.text}>
            {!is_read && <span className={classes.hidden}>{t('unread')}: </span>}
            {person && (
              <>
                <span className={classes.who}>
                  <PersonName name={person.name} />
                </span>{' '}
              </>
            )}
            <Did notice={notice} />
          </span>
          <Details notice={notice} />
        </span>
        <time className={classes.time} dateTime={pausedUntil ?? at} title={dateTime(pausedUntil ?? at)}>
          {pausedUntil ? t('until', { when: dateTime(pausedUntil) }) : recent(at)}
        </time>
      </Link>
      <Actions notice={notice} show={show} changes={changes} />
    </li>
  );
}

function Did({ notice: { what, status, group, due } }: { notice: Notice }) {
  const { t } = useTranslation('inbox');
  const { t: dental } = useTranslation('dental');
  const { day } = useFormat();
  switch (what) {
    case 'status':
      return t('did.status', { status: status ? dental(`statuses.${shownStatus(status)}`) : '' });
    case 'group':
      return t('did.group', { group: group ?? '' });
    case 'soon':
    case 'overdue':
    case 'expiring':
    case 'unstarted':
    case 'unfinished':
      return t(`did.${what}`, { day: due === null ? MASK : day(due).replaceAll(' ', '\u00a0') });
    default:
      return t(`did.${what}`);
  }
}

/** Patient, number, and the number of unread comments. */
function Details({ notice: { case: about, comments } }: { notice: Notice }) {
  const { t } = useTranslation('inbox');
  if (!about) return null;
  return (
    <span className={classes.about} dir="auto">
      <DottedLine
        facts={[
          about.patient || t('noPatient'),
          <span key="no" className={classes.number}>
            {about.no}
          </span>,
          comments > 1 && t('comments', { count: comments }),
        ]}
      />
    </span>
  );
}

function Actions({ notice, show, changes }: Props) {
  const { t } = useTranslation('inbox');
  if (show !== 'inbox')
    return (
      <div className={classes.actions}>
        <IconAction label={t('reopen')} onClick={() => changes.set(notice, 'open')}>
          <IconArrowBackUp size={18} stroke={1.7} aria-hidden />
        </IconAction>
      </div>
    );
  return (
    <div className={classes.actions}>
      <IconAction
        label={notice.is_read ? t('markUnread') : t('read')}
        onClick={() => changes.set(notice, notice.is_read ? 'unread' : 'read')}
      >
        {notice.is_read ? (
          <IconMail size={18} stroke={1.7} aria-hidden />
        ) : (
          <IconMailOpened size={18} stroke={1.7} aria-hidden />
        )}
      </IconAction>
      <SnoozeMenu notice={notice} changes={changes} />
      <IconAction label={t('done')} onClick={() => changes.done(notice)}>
        <IconCheck size={18} stroke={1.7} aria-hidden />
      </IconAction>
    </div>
  );
}

function IconAction({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Hint label={label} openDelay={300}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.action}
        aria-label={label}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Hint>
  );
}

function SnoozeMenu({ notice, changes }: Omit<Props, 'show'>) {
  const { t } = useTranslation('inbox');
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={t('snooze')}
          title={t('snooze')}
        >
          <IconClock size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {PAUSES.map((pause) => (
          <Menu.Item key={pause} onClick={() => changes.snooze(notice, pause)}>
            {t(`snoozeFor.${pause}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
