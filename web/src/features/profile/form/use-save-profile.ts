import { PAGES } from '@cusp/contract/pages';
import type { Profile } from '@cusp/contract/profile';
import { editProfile } from '@cusp/contract/profile.routes';
import { fixesRegion, regionOfCountry } from '@cusp/contract/storage-region';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { appInfo, asksForRegion } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { safeNext } from '../../../client/next-path.ts';
import { updateUser, useUser } from '../../../client/session/session-store.ts';
import { type CuspKey, useChange } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm, useInform } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useLineText } from '../fields/use-field-checks.ts';
import type { PhoneVerification } from '../phone/use-phone-verification.ts';
import type { PictureChoice } from '../picture/PictureField.tsx';
import { missingIn, type ProfileField, type ProfileValues, profileForm } from './profile-values.ts';

/** Saving a profile fixes the storage region of people who have none yet, so they are asked first. */
export function useRegionAgreement() {
  const { t, i18n } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const { settings } = useUser();
  const inform = useInform();
  const confirm = useConfirm();
  const isOpen = asksForRegion() && !settings.data_loc_set;
  const serverLoc = appInfo().server_loc;
  const isAskedFor = (country: string): boolean =>
    fixesRegion({ isAsked: asksForRegion(), isSet: settings.data_loc_set, country, serverLoc });
  const needsMove = (country: string): boolean =>
    isOpen && country !== '' && regionOfCountry(country) !== serverLoc;
  const confirmed = (country: string): Promise<boolean> =>
    confirm({
      title: t('region.title'),
      content: t('region.content', {
        country: countryName(country, i18n.language),
        region: common(`regions.${regionOfCountry(country)}`),
      }),
    });
  return {
    isAskedFor,
    /** Whether the region of a country is not fixed by saving it, because the data has to move there first. */
    needsMove,
    /** Resolves to whether the person agrees to the region of a country. */
    confirmed,
    /** Resolves to false if the person declines; nothing is saved then. */
    async agreed(country: string): Promise<boolean> {
      if (!isAskedFor(country) && !needsMove(country)) return true;
      await inform({ kind: 'info', content: t('region.info') });
      return confirmed(country);
    },
  };
}

/** Queries that show the person's name and picture. */
export const SHOWN_IN: readonly CuspKey[] = [
  ['cases'],
  ['case'],
  ['comments'],
  ['activities'],
  ['group'],
  ['filters'],
];

/** An error of the form as a whole, or of its picture. */
interface Trouble {
  title: string;
  text?: string;
  picture?: string;
}

interface Wish {
  profile: Profile;
  form: UseFormReturnType<ProfileValues>;
  phone: PhoneVerification;
  /** Loads the saved state into the form, given what was sent; resolves to whether the form has further changes. */
  onSaved(values: ProfileValues, picture: PictureChoice): Promise<boolean>;
}

/**
 * Saves the profile: checks required fields, asks about the storage region if it is not fixed yet, and sends the
 * changes.
 */
export function useSaveProfile({ profile, form, phone, onSaved }: Wish) {
  const { t } = useTranslation('profile');
  const { t: errors } = useTranslation('errors');
  const line = useLineText();
  const inform = useInform();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { t: common } = useTranslation('common');
  const region = useRegionAgreement();
  const save = useChange(editProfile, { stale: SHOWN_IN });
  const once = useSingleFlight();
  /** A save has fixed the region, after which the page is left. */
  const hasFixed = useRef(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const isSocial = profile.social_provider !== null;

  function missing(fields: readonly ProfileField[]): void {
    for (const field of fields) form.setFieldError(field, common('field.blank'));
    setTrouble({ title: t('missing') });
    if (fields[0]) form.getInputNode(fields[0])?.focus();
  }

  function refused(error: unknown): void {
    const issues = error instanceof ApiError ? error.errors : [];
    for (const { field, message } of issues)
      if (field in form.getValues()) form.setFieldError(field, line(message));
    // The verification of the number has expired.
    if (issues.some(({ field }) => field === 'phone')) phone.forget();
    const picture = issues.find(({ field }) => field === 'picture');
    setTrouble({
      title: t('failed'),
      text: errorText(errors, error),
      picture: picture && errorText(errors, error),
    });
  }

  async function send(picture: PictureChoice): Promise<void> {
    const values = form.getValues();
    const fixes = region.isAskedFor(values.country);
    if (!(await region.agreed(values.country))) return;
    try {
      const hasPicture = profile.picture !== null;
      const body = profileForm(values, { isSocial, picture, hasPicture });
      const { user, user_loc, server_loc } = await save.mutateAsync({ body });
      updateUser(user);
      hasFixed.current ||= fixes;
      // Leaving the page would lose changes made during the save; it is left after they are saved.
      if (await onSaved(values, picture)) return await inform({ kind: 'info', content: t('saved') });
      if (region.needsMove(values.country))
        return await navigate(`${PAGES.dataRegion}?country=${values.country}`);
      const next = safeNext(new URLSearchParams(search).get('next'));
      const other = appInfo().other_region_url;
      if (user_loc !== server_loc && other) return location.assign(other + (next ?? PAGES.home));
      await inform({ kind: 'info', content: t('saved') });
      if (next ?? hasFixed.current) await navigate(next ?? PAGES.home);
    } catch (error) {
      refused(error);
    }
  }

  async function submit(picture: PictureChoice): Promise<void> {
    setTrouble(null);
    const empty = missingIn(form.getValues(), isSocial);
    if (empty.length > 0) return missing(empty);
    if (!phone.isSettled(form.getValues().phone))
      return setTrouble({ title: t('failed'), text: errors('phone_not_verified') });
    setBusy(true);
    await send(picture).finally(() => setBusy(false));
  }

  return {
    submit: (picture: PictureChoice) => once(() => submit(picture)),
    busy,
    trouble,
    clearTrouble: () => setTrouble(null),
    fixesRegion: region.isAskedFor,
  };
}
