"""Run the site: server, standby laptop, backups, published copies, personal data, operator."""
