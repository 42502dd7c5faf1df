const GENERIC = /^(image|img|photo|picture)?\.\w+$/i;

/**
 * Gives each photo a distinct name. Phones call every camera picture `image.jpg`, which would make the second photo a
 * newer version of the first; such photos get the time and a number, which stays the same on a retry.
 */
export function namedApart(files: readonly File[], now: Date): File[] {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-');
  return files.map((file, index) => {
    if (!GENERIC.test(file.name)) return file;
    const extension = file.name.slice(file.name.lastIndexOf('.')).toLowerCase();
    const { type, lastModified } = file;
    return new File([file], `photo-${day}-${time}-${index + 1}${extension}`, { type, lastModified });
  });
}
