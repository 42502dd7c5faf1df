import type { Route } from '@cusp/contract/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsGuest } from './session-store.ts';
import { useMayCall } from './use-may-call.ts';

interface Props {
  route: Route;
  /** Why changes are not possible now, if so. */
  closed?: string | null;
  children: ReactNode;
}

/** Controls that change data through `route`: disabled, with the reason, if that is not possible now. */
export function ChangeableBy({ route, closed = null, children }: Props) {
  const { t } = useTranslation('errors');
  const session = useIsGuest() ? 'closed_to_guests' : 'closed_to_support';
  const reason = useMayCall(route) ? closed : t(session);
  if (reason === null) return children;
  return (
    <fieldset disabled title={reason} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
