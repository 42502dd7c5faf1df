import { defaultCountry } from '@cusp/contract/accounts.routes';
import { useEffect, useRef } from 'react';
import { call } from '../../../client/call.ts';

interface CountryForm {
  getValues(): { country: string };
  setFieldValue(field: 'country', value: string): void;
}

/** Preselects the country that the visit seems to come from, unless the person has chosen one. Asks once. */
export function useDefaultCountry(form: CountryForm): void {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const { signal, abort } = abortable();
    call(defaultCountry, {}, { signal }).then(
      ({ data }) => {
        const { getValues, setFieldValue } = latest.current;
        if (data.country_code && !getValues().country) setFieldValue('country', data.country_code);
      },
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
