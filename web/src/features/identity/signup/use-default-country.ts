import { defaultCountry } from '@cusp/contract/accounts.routes';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../client/call.ts';

interface CountryForm {
  getValues(): { country: string };
  setFieldValue(field: 'country', value: string): void;
}

/** Preselects the country that the visit seems to come from, unless the person has chosen one. Asks once. */
export function useDefaultCountry(form: CountryForm): void {
  const preselect = useEffectEvent((country: string) => {
    if (!form.getValues().country) form.setFieldValue('country', country);
  });
  useEffect(() => {
    const { signal, abort } = abortable();
    call(defaultCountry, {}, { signal }).then(
      ({ data }) => data.country_code && preselect(data.country_code),
      // Without a response the person chooses.
      () => {},
    );
    return abort;
  }, []);
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
