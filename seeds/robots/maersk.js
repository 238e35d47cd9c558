// Maersk. The data behind the public page, as anybody may ask for them; the site mostly denies them to robots, and then the API is the way.
return collectPages(async ({ subject, subjectNo }) => {
  const number = subject === 'bill' ? withoutPrefix(subjectNo, 'MAEU', 'MCPU', 'SEAU') : subjectNo;
  return jsonPage(
    await askJson(`/synergy/tracking/${encodeURIComponent(number)}?${pairs({ operator: 'MAEU' })}`, {
      headers: { accept: 'application/json', 'api-version': 'v2' },
    }),
  );
});
