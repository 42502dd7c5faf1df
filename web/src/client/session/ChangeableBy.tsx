import type { Route } from '@cusp/contract/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from './use-may-call.ts';

interface Props {
  route: Route;
  children: ReactNode;
}

/** Controls that change something through `route`: disabled, with the reason, in a support tab that may not call it. */
export function ChangeableBy({ route, children }: Props) {
  const { t } = useTranslation('errors');
  if (useMayCall(route)) return children;
  return (
    <fieldset disabled title={t('closed_to_support')} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
