/** Text typed so far into the address field of a form. */
export interface AddressQuestion {
  text: string;
  /** Country of the form, ISO 3166-1 alpha-2, '' for any. */
  country: string;
  language: string;
  /** Groups the requests of one form; providers bill them as one session. */
  form: string;
}

/**
 * A service that completes addresses. Returns one line per address, best first; throws if it does not respond in time.
 */
export interface AddressProvider {
  suggest(question: AddressQuestion): Promise<string[]>;
}
