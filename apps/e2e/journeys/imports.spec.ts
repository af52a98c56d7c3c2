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

  await expect(page.getByText('2 new ratings')).toBeVisible();
  await expect(page.getByText('The Dark Knight (2008)')).toBeVisible();
  await page.getByRole('tab', { name: 'Not found (1)' }).click();
  await expect(page.getByText('A Movie That Nobody Made (1931)')).toBeVisible();

  await page.getByRole('button', { name: 'Confirm import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
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

const HOUSEHOLD = `Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type
Anna,2021-03-14 20:00:00,01:30:00,,The Dark Knight,
Anna,2021-03-15 20:00:00,01:30:00,,The Shawshank Redemption,
Ben,2021-03-16 20:00:00,01:30:00,,The Princess Bride,
Kids,2021-03-17 20:00:00,01:30:00,,The Cat Returns,
`;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('of a household’s file, only the chosen person is imported, without naming the service, and undone', async ({
    page,
    signedIn: { api },
  }) => {
    await page.goto('/welcome/rate');
    await page.getByRole('link', { name: 'Bring what you rated there.' }).tap();
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'ViewingActivity.csv', mimeType: 'text/csv', buffer: Buffer.from(HOUSEHOLD) });
    await expect(page.getByRole('heading', { name: 'Whose history is it?' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Import from Netflix' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Anna (2 entries)' })).toBeChecked();
    await page.getByText('Ben (1 entry)').tap();
    await page.getByRole('button', { name: 'Use this profile' }).tap();
    await expect(page.getByText('1 title marked as seen')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm import' }).tap();
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
    await page.getByRole('link', { name: 'Which of these did you love?' }).tap();
    const { media } = await api('GET /api/v1/media/to_rate');
    expect(media[0]?.title).toBe('The Princess Bride');
    expect(media.slice(0, 5).map(({ title }) => title)).not.toContain('The Cat Returns');

    await page.goBack();
    await page.getByRole('button', { name: 'Undo import' }).tap();
    await expect(page.getByText('This import is undone.')).toBeVisible();
    expect((await api('GET /api/v1/media/to_rate')).media[0]?.title).not.toBe('The Princess Bride');
  });

  test('of a table that two people rated, the member chooses a column, and it is remembered', async ({
    page,
    signedIn: { api },
  }) => {
    const table = (title: string) =>
      `Werk;Seen on;Ann's rating;Bob's rating;Shelf\n${title};25/03/2021;8;3;A1\nThe Princess Bride;02/03/2021;9;4;B2\n`;
    const upload = async (title: string) => {
      await page.goto('/settings/import');
      await page
        .getByLabel('File')
        .setInputFiles({ name: 'club.csv', mimeType: 'text/csv', buffer: Buffer.from(table(title)) });
    };
    await upload('The Dark Knight');
    await expect(page.getByText('No column is known for titles.')).toBeVisible();
    await page.getByRole('combobox', { name: 'werk' }).selectOption('Title');
    await page.getByRole('combobox', { name: 'ann s rating' }).selectOption('My rating');
    await page.getByRole('button', { name: 'Read the file again' }).tap();
    await expect(page.getByText('2 new ratings')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm import' }).tap();
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
    const { media } = await api('GET /api/v1/media/rating_history');
    expect(new Set(media.map(({ title, rating }) => `${title} ${rating}`))).toEqual(
      new Set(['The Dark Knight 8', 'The Princess Bride 9']),
    );

    await upload('The Shawshank Redemption');
    await expect(page.getByText('1 new rating')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'ann s rating' })).toHaveValue('rating');
  });

  test('a media server reports a movie to the address of the member, and the member takes it back', async ({
    page,
    context,
    signedIn: { api },
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/settings?tab=connections');
    await page.getByRole('textbox', { name: 'Your account on the server' }).fill('anna');
    await page.getByRole('button', { name: 'Get your address' }).tap();
    await page.getByRole('button', { name: 'Copy address' }).tap();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    const report = {
      event: 'media.scrobble',
      Account: { title: 'Anna' },
      Metadata: { type: 'movie', title: 'Inception', year: 2010, Guid: [{ id: 'imdb://tt1375666' }] },
    };
    const reply = await fetch(address, { method: 'POST', body: JSON.stringify(report) });
    expect(reply.status).toBe(204);
    await page.reload();
    await expect(page.getByText(/The last report came on/)).toBeVisible();
    await expect(page.getByText(address)).toBeHidden();
    expect((await api('GET /api/v1/media/to_rate')).media[0]?.title).toBe('Inception');
    await page.getByRole('button', { name: 'Undo Inception' }).tap();
    await expect(page.getByText(', undone')).toBeVisible();
  });
});
