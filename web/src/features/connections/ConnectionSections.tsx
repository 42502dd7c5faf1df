import type { Connection } from '@cusp/contract/connections';
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HelpLink } from '../help/help.offers.tsx';
import { ConnectionEntry } from './ConnectionEntry.tsx';
import classes from './connections.module.css';
import type { ConnectionActions } from './use-connections.ts';

interface Shared {
  actions: ConnectionActions;
  onInfo(connection: Connection): void;
  onEdit(connection: Connection): void;
}

interface Props extends Shared {
  lists: Record<'pending' | 'accepted' | 'locked', Connection[]>;
  search: string;
  /** The lists belong to the previous search; the new ones are loading. */
  isStale: boolean;
  onCreate(): void;
}

/** Pending and accepted connections, and designated ones if there are any. */
export function ConnectionSections({ lists, search, isStale, onCreate, ...shared }: Props) {
  const { t } = useTranslation('connections');
  return (
    <div className={classes.sections} aria-busy={isStale} data-stale={isStale || undefined}>
      <Section {...shared} title={t('pending')} entries={lists.pending} area="pending">
        <p className={classes.none}>{t(search ? 'empty.search' : 'empty.pending')}</p>
      </Section>
      <Section {...shared} title={t('accepted')} entries={lists.accepted} area="accepted">
        {search ? (
          <p className={classes.none}>{t('empty.search')}</p>
        ) : (
          <EmptyState
            drawing="linked"
            title={t('empty.accepted')}
            text={t('empty.acceptedText')}
            action={
              <>
                <Button variant="default" size="sm" onClick={onCreate}>
                  {t('create')}
                </Button>
                <HelpLink to="connections" />
              </>
            }
          />
        )}
      </Section>
      {lists.locked.length > 0 && (
        <Section {...shared} title={t('designated')} entries={lists.locked} area="locked" />
      )}
    </div>
  );
}

interface SectionProps extends Shared {
  title: string;
  entries: Connection[];
  area: 'pending' | 'accepted' | 'locked';
  /** The empty state. */
  children?: ReactNode;
}

function Section({ title, entries, area, children, ...shared }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title} <span className={classes.count}>{entries.length}</span>
      </h2>
      <div className={classes.card}>
        {entries.length === 0 ? (
          children
        ) : (
          <ul className={classes.list}>
            {entries.map((connection) => (
              <ConnectionEntry key={connection.id} connection={connection} area={area} {...shared} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
