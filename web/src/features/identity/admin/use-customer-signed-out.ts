import { checkSession, logout } from '@cusp/contract/sign-in.routes';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../client/api-error.ts';
import { CALLER } from '../../../client/area.ts';
import { call } from '../../../client/call.ts';
import { clearPersonal, holdsCustomer } from '../../../client/personal-storage.ts';

/**
 * Signs out a customer without a staff flag who opens the administration, as the specification asks, and returns
 * whether it did. A staff member's customer session stays.
 */
export function useCustomerSignedOut(): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!holdsCustomer()) return;
    call(checkSession, { query: CALLER }, { isOwnAccord: true }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'not_device_manager') return;
      await call(logout, { query: {} }).catch((cause: unknown) =>
        console.warn('could not sign out on the server', cause),
      );
      clearPersonal('customer');
      setOut(true);
    });
  }, []);
  return isOut;
}
