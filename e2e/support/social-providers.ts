import { CLIENT, startProvider } from '../../server/src/testing/social/provider.ts';

/** Fake servers of Google and Facebook, and the settings that point a server at `url` to them. */
export async function playProviders(url: string) {
  const back = (backend: string) => [`${url}/heclore/api/v1/complete/${backend}/`];
  const [google, facebook] = await Promise.all([
    startProvider('google', back('google-oauth2')),
    startProvider('facebook', back('facebook')),
  ]);
  const envOf = (name: string, issuer: string) => ({
    [`${name}_CLIENT_ID`]: CLIENT.clientId,
    [`${name}_CLIENT_SECRET`]: CLIENT.clientSecret,
    [`${name}_ISSUER`]: issuer,
  });
  return {
    env: { ...envOf('GOOGLE', google.issuer), ...envOf('FACEBOOK', facebook.issuer) },
    close: () => Promise.all([google.close(), facebook.close()]),
  };
}
