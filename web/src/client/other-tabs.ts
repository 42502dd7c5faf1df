import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLanguage } from '../i18n/i18n.ts';
import { CHANGED, onPersonalChange, readPersonal } from './personal-storage.ts';
import { reloadUser } from './session/session.ts';

/** Takes in at once what the person changed about themselves in another tab; mount once, in the shell. */
export function useChangesElsewhere(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onPersonalChange(CHANGED, () => {
        // Signing out forgets it too; that is no change.
        if (readPersonal(CHANGED) === null) return;
        void followLanguage();
        void reloadUser();
        void queries.invalidateQueries();
      }),
    [queries],
  );
}
