/** What a sign-in keeps to itself until the provider has answered. */
export interface Secrets {
  provider_state: string;
  nonce: string;
  verifier: string;
}

/** A person as their provider knows them. */
export interface Person {
  /** The provider's own name for them; it never changes and is nobody else's. */
  subject: string;
  /** Null where the provider tells none. */
  email: string | null;
  /** The provider vouches that the mailbox is theirs. */
  emailProven: boolean;
  firstName: string;
  lastName: string;
}

/** Somebody else who can say who a person is. Both calls fail when the provider cannot be asked. */
export interface Provider {
  /** Address that the pop-up goes on to; the provider sends it back to `returnTo`. */
  begin(returnTo: string, secrets: Secrets): Promise<URL>;
  /** Who came back, by the address they came back to. Fails for an answer that was not given to this sign-in. */
  identify(cameBackTo: URL, secrets: Secrets): Promise<Person>;
}
