/** A number without the blanks it is written with. */
export const bareNumber = (phone: string): string => phone.replaceAll(' ', '');
