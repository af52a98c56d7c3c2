// A member uploads a history from another service, reads the preview, confirms the import and undoes it.
import { expect, test } from '../support/test.ts';

const FILE = `Const,Your Rating,Date Rated,Title,URL,Title Type,Year
tt0468569,9,2020-05-01,The Dark Knight,https://www.imdb.com/title/tt0468569/,Movie,2008
tt0111161,10,2021-05-01,The Shawshank Redemption,https://www.imdb.com/title/tt0111161/,Movie,1994
tt9999998,4,2021-05-01,A Movie That Nobody Made,,Movie,1931
`;

test('an IMDb file is uploaded, previewed, imported and undone', async ({ page, signedIn: { api } }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Import from another service' }).click();
  await page.getByRole('combobox', { name: 'Service' }).selectOption('IMDb');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'ratings.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByRole('button', { name: 'Upload' }).click();

  await expect(page.getByText('2 new ratings')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('The Dark Knight (2008)')).toBeVisible();
  await page.getByRole('tab', { name: 'Not found (1)' }).click();
  await expect(page.getByText('A Movie That Nobody Made (1931)')).toBeVisible();

  await page.getByRole('button', { name: 'Confirm import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible({ timeout: 30_000 });
  const history = async () =>
    (await api('GET /api/v1/media/rating_history')).media.map(({ title, rating }) => [title, rating]);
  expect(await history()).toEqual([
    ['The Shawshank Redemption', 10],
    ['The Dark Knight', 9],
  ]);

  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('This import is undone.')).toBeVisible();
  expect(await history()).toEqual([]);
});
