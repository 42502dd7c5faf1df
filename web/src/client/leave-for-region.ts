import { pathOf } from '@cusp/contract/endpoint';
import type { SignedInElsewhere } from '@cusp/contract/sign-in';
import { postArrival } from '@cusp/contract/sign-in.routes';
import i18next from 'i18next';

/** A sign-in that continues in the other region, with the secret of the page that began it. */
export interface Elsewhere extends SignedInElsewhere {
  codeVerifier: string;
}

/**
 * Leaves for the other region's site, which opens the session. A form, because a URL with the code would stay in the
 * history.
 */
export function leaveForRegion(
  site: string,
  { arrival_code: code, codeVerifier }: Elsewhere,
  next: string | null,
) {
  // The other site accepts the form only with an `Origin`, which this site's referrer policy hides.
  const policy = document.createElement('meta');
  policy.name = 'referrer';
  policy.content = 'strict-origin';
  document.head.append(policy);

  const form = document.createElement('form');
  form.method = 'post';
  form.action = site + pathOf(postArrival);
  form.hidden = true;
  const fields = { code, codeVerifier, next: next ?? '', language: i18next.language };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  // Restores the page when the person comes back by the browser's button.
  addEventListener(
    'pageshow',
    () => {
      policy.remove();
      form.remove();
    },
    { once: true },
  );
}
