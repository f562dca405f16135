/** The notice of a passport; contains no product data. */
export const NOTICE_TEMPLATE = `<!doctype html>
<html lang="<%= it.page %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><%= it.title %> · <%= it.words.title %></title>
<link rel="icon" href="<%= it.icon %>">
<style><%~ it.style %></style>
</head>
<body class="empty">
<main class="card">
<p class="kicker"><%= it.words.title %></p>
<h1><%= it.title %></h1>
<p><%= it.words.noticeSince %> <time datetime="<%= it.day %>"><%= it.date %></time></p>
<p><% if (it.text.lang) { %><span lang="<%= it.text.lang %>"><%~ content(it.text.text) %></span><% } else { %><%~ content(it.text.text) %><% } %></p>
<% if (it.link) { %><p><a href="<%= it.link %>" rel="noopener noreferrer nofollow"><%= it.words.noticeLink %></a></p>
<% } %></main>
</body>
</html>
`;
