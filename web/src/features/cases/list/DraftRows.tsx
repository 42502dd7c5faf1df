import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { call } from '../../../client/call.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LongName } from '../../../ui/LongName.tsx';
import { MoreButton } from '../../../ui/MoreButton.tsx';
import classes from './draft-rows.module.css';
import { useDraftsHeight } from './drafts-height.ts';

/** The person's own drafts above the list; renders nothing without any. Until they are known, the rows below keep their place. */
export function DraftRows() {
  const { t } = useTranslation('cases');
  const { recent } = useFormat();
  const panel = useId();
  const [isOpen, setOpen] = useState(true);
  const query = useInfiniteQuery({
    queryKey: ['cases', 'drafts'],
    queryFn: ({ pageParam: before, signal }) => call(listDrafts, { query: { before } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled: useMayCall(listDrafts),
  });
  const drafts = query.data?.pages.flatMap((page) => page.drafts) ?? [];
  const { height, ref } = useDraftsHeight(query.data && drafts.length, isOpen);
  if (query.isLoading && height > 0) return <div style={{ height }} />;
  if (drafts.length === 0) return null;
  return (
    <section ref={ref} className={classes.drafts} aria-label={t('drafts.title')}>
      <UnstyledButton
        className={classes.title}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {t('drafts.title')}
        <span className={classes.count}>{query.hasNextPage ? `${drafts.length}+` : drafts.length}</span>
        <IconChevronDown className={classes.chevron} size={14} aria-hidden />
      </UnstyledButton>
      <ul id={panel} className={classes.rows} hidden={!isOpen}>
        {drafts.map((draft) => {
          const name = fullName(draft.patient.firstname, draft.patient.lastname) || t('list.noPatient');
          const to = draft.recipientName ?? t('drafts.noRecipient');
          return (
            <li key={draft.id}>
              <Link className={classes.row} to={generatePath(PAGES.draft, { draftId: String(draft.id) })}>
                <IconPencil size={15} aria-hidden />
                <span className={classes.name} title={name}>
                  <LongName
                    first={draft.patient.firstname}
                    last={draft.patient.lastname}
                    none={t('list.noPatient')}
                  />
                </span>
                <span className={classes.to} title={to}>
                  {to}
                </span>
                <span className={classes.when}>{recent(draft.updatedAt)}</span>
              </Link>
            </li>
          );
        })}
        {query.hasNextPage && (
          <li>
            <MoreButton query={query}>{t('showMore')}</MoreButton>
          </li>
        )}
      </ul>
    </section>
  );
}
