import type { GroupMember } from '@cusp/contract/share-groups';
import { useId } from 'react';
import classes from './group.module.css';
import { MemberRow } from './MemberRow.tsx';
import type { GroupActions } from './use-group.ts';

interface Props {
  title: string;
  rows: GroupMember[];
  actions: GroupActions;
  isPending?: boolean;
}

/** Invitations, or the members of the group with its owner first. */
export function MemberSection({ title, rows, actions, isPending = false }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        <span>{title}</span> <span className={classes.count}>{rows.length}</span>
      </h2>
      <ul className={classes.list}>
        {rows.map((row) => (
          <MemberRow key={row.id} row={row} actions={actions} isPending={isPending} />
        ))}
      </ul>
    </section>
  );
}
