import type { Route } from '@cusp/contract/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsGuest } from './session-store.ts';
import { useMayCall } from './use-may-call.ts';

interface Props {
  route: Route;
  children: ReactNode;
}

/** Controls that change something through `route`: disabled, with the reason, in a session that may not call it. */
export function ChangeableBy({ route, children }: Props) {
  const { t } = useTranslation('errors');
  const closed = useIsGuest() ? 'closed_to_guests' : 'closed_to_support';
  if (useMayCall(route)) return children;
  return (
    <fieldset disabled title={t(closed)} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
