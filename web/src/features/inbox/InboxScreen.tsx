import { PAGES } from '@cusp/contract/pages';
import { Anchor, Button, Tabs } from '@mantine/core';
import { IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCommands } from '../../client/keyboard/commands.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './inbox.module.css';
import { NoticeRow } from './NoticeRow.tsx';
import { PARTS, type Part, useNoticeChanges, useNotices } from './use-notices.ts';

const EMPTY_ICONS = { inbox: IconChecks, snoozed: IconClock, done: IconCheck } as const;

/** Notices for the person: the inbox, the snoozed and the done ones. */
export default function InboxScreen() {
  const { t } = useTranslation('inbox');
  const [params, setParams] = useSearchParams();
  const show = PARTS.find((part) => part === params.get('show')) ?? 'inbox';
  const query = useNotices(show);
  const changes = useNoticeChanges();
  const first = query.data?.pages[0]?.first ?? null;
  const hasUnread = query.data?.pages.some(({ notices }) => notices.some(({ is_read }) => !is_read));
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <Anchor component={Link} to={`${PAGES.settings}#inbox`} className={classes.settings}>
          {t('settings')}
        </Anchor>
      </PageHeader>
      <Tabs
        value={show}
        onChange={(part) => setParams(part && part !== 'inbox' ? { show: part } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          {PARTS.map((part) => (
            <Tabs.Tab key={part} value={part}>
              {t(`tabs.${part}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={show}>
          {show === 'inbox' && first !== null && (
            <div className={classes.all}>
              <Button
                size="sm"
                variant="default"
                disabled={!hasUnread}
                loading={changes.isBusy}
                onClick={() => changes.readAll(first)}
              >
                {t('markAll')}
              </Button>
              <Button
                size="sm"
                variant="default"
                loading={changes.isBusy}
                onClick={() => changes.doneAll(first)}
              >
                {t('allDone')}
              </Button>
            </div>
          )}
          <List show={show} query={query} changes={changes} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

interface Props {
  show: Part;
  query: ReturnType<typeof useNotices>;
  changes: ReturnType<typeof useNoticeChanges>;
}

function List({ show, query, changes }: Props) {
  const { t } = useTranslation('inbox');
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = query;
  // New notices shift others to the next page, so duplicates are dropped.
  const notices = [
    ...new Map(data?.pages.flatMap((page) => page.notices).map((each) => [each.id, each])).values(),
  ];

  const move = (step: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])];
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  useCommands([
    { shortcut: 'next', isInPalette: false, run: () => move(1) },
    { shortcut: 'previous', isInPalette: false, run: () => move(-1) },
  ]);

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={6} height={56} />;
  const EmptyIcon = EMPTY_ICONS[show];
  if (notices.length === 0)
    return (
      <EmptyState
        icon={<EmptyIcon size={22} />}
        title={t(`empty.${show}.title`)}
        text={t(`empty.${show}.text`)}
      />
    );
  return (
    <>
      <ul ref={list} className={classes.list}>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} show={show} changes={changes} />
        ))}
      </ul>
      <MoreButton query={query} isFlush>
        {t('more')}
      </MoreButton>
    </>
  );
}
