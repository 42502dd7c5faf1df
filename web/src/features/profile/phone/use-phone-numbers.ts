import { useEffect, useState } from 'react';

type PhoneNumbers = typeof import('./phone-number.ts');

/** What is known of the world's numbers; it comes with the first phone field, and is null until it is there. */
export function usePhoneNumbers(): PhoneNumbers | null {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  useEffect(() => {
    import('./phone-number.ts').then(
      (loaded) => setNumbers(loaded),
      // Without it numbers stay as they are typed, and the server judges them.
      () => {},
    );
  }, []);
  return numbers;
}
