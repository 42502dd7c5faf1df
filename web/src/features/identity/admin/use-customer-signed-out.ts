import { checkSession, logout } from '@cusp/contract/sign-in.routes';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../client/api-error.ts';
import { CALLER } from '../../../client/area.ts';
import { call } from '../../../client/call.ts';
import { clearPersonal, holdsCustomer } from '../../../client/personal-storage.ts';

/**
 * Signs a customer out who comes to the administration without a staff flag, as the specification asks, and says whether
 * that was so. A customer's session of somebody who is staff stays.
 */
export function useCustomerSignedOut(): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!holdsCustomer()) return;
    call(checkSession, { query: CALLER }, { isOwnAccord: true }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'not_device_manager') return;
      await call(logout, { query: {} }).catch((cause: unknown) =>
        console.warn('sign-out was not heard', cause),
      );
      clearPersonal('customer');
      setOut(true);
    });
  }, []);
  return isOut;
}
