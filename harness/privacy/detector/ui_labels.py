"""Labels that apps show to everybody: never anybody's data when they stand alone.

Our own list of what buttons, tabs, headings, hints and system senders say, in many languages.
"""

UI_LABELS = """
large | small | medium | largest | smallest | default | custom | automatic | ok | okay | cancel |
close | done | save | edit | delete | remove | add | new | create | send | reply | reply all |
forward | share | copy | paste | cut | undo | redo | retry | refresh | reload | update | open |
open app | view | view all | see all | see more | show more | more | more options | less | back |
next | previous | skip | continue | finish | start | stop | pause | play | resume | record |
submit | apply | confirm | accept | decline | reject | allow | deny | agree | yes | no | on |
off | enable | disable | enabled | disabled | select | select all | clear | clear all | reset |
clear text | search | filter | filters | sort | sort by | menu | home | settings | options |
preferences |
general | about | help | help & feedback | feedback | support | faq | privacy | privacy policy |
terms | terms of service | security | account | accounts | profile | my profile | edit profile |
sign in | sign out | sign up | log in | login | log out | logout | register | forgot password? |
forgot password | username | password | email | e-mail | phone | phone number | name |
first name | last name | full name | address | birthday | date of birth | city | country |
state | zip code | postal code | language | notifications | notification | messages | message |
chats | chat | calls | call | contacts | contact | groups | group | channels | channel | status |
updates | community | communities | inbox | sent | drafts | draft | outbox | trash | spam |
archive | archived | starred | important | snoozed | all | all mail | primary | social |
promotions | unread | read | favorites | favourites | favorite | recent | recents | recently |
people | friends | followers | following | posts | photos | photo | videos | video | camera |
gallery | album | albums | music | files | file | documents | document | downloads | download |
upload | attach | attachment | voice message | sticker | stickers | gif | location | link |
links | media | map | maps | directions | calendar | today | tomorrow | yesterday | now |
just now | week | month | year | day | days | hours | minutes | seconds | online | offline |
active now | active today | typing… | typing... | last seen recently | delivered | seen |
sending | failed | mute | unmute | block | unblock | report | pin | unpin | mark as read |
mark as unread | mark read | wi-fi | wifi | bluetooth | airplane mode | mobile data | hotspot |
location services | battery | display | sound | sound & vibration | storage | apps | system |
network & internet | connected devices | wallpaper | wallpaper & style | accessibility |
do not disturb | dark mode | dark theme | light theme | brightness | volume | date & time |
security & privacy | about phone | digital wellbeing | google | software update |
developer options | emergency | sim card | vpn | data usage | default apps | modes |
navigate up | open navigation drawer | compose | dismiss | layers | explore | you | saved |
nearby | transactions | transaction history | transfer | pay | payments | payment | cards |
card | balance | available balance | total balance | checking | savings | credit card |
debit card | deposit | withdraw | statements | statement | bills | bill pay | rewards | invest |
markets | watchlist | portfolio | orders | order | cart | checkout | buy | buy now |
add to cart | wishlist | wish list | delivery | pickup | subtotal | total | tax | shipping |
track order | order details | reorder | items | reviews | review | rating | ratings | likes |
like | comment | comments | follow | join | leave | invite | discover | standouts | matches |
feed | for you | trending | news | sports | entertainment | business | technology | health |
science | weather | steps | heart rate | sleep | activity | workout | blood type | allergies |
medications | gender | male | female | woman | man | other | age | height | weight | religion |
ethnicity | pets | zodiac | work | education | company | job title | notes | note | mobile |
home address | work address | main | tasks | task | project | projects | dashboard | reports |
alarm | clock | timer | stopwatch | world clock | phone app | dialer | keypad | voicemail |
search settings | search messages | search contacts | search in mail | type a message |
text message | new message | new chat | new group | new contact | start chat | create contact |
add account | manage accounts | switch account | get started | learn more | not now |
remind me later | later | what's new | turn on | turn off | english | unknown | private number |
no caller id | saved messages | whatsapp | telegram | messenger | instagram | facebook | gmail |
youtube | twitter | tiktok | wechat | wallet | google pay | paypal | venmo | uber | amazon |
spotify | netflix | android | google play | security code | verification code | enter code |
resend code | enter pin | check phone | me | aceptar | cancelar | cerrar | guardar | editar |
eliminar | borrar | añadir | agregar | nuevo | nueva | crear | enviar | responder | reenviar |
compartir | copiar | pegar | deshacer | reintentar | actualizar | abrir | ver | ver todo |
ver más | más | más opciones | atrás | volver | siguiente | anterior | omitir | continuar |
finalizar | empezar | buscar | filtrar | ordenar | menú | inicio | ajustes | configuración |
opciones | ayuda | privacidad | seguridad | cuenta | perfil | iniciar sesión | cerrar sesión |
registrarse | crear cuenta nueva | ¿olvidaste tu contraseña? | contraseña | correo | nombre |
apellidos | teléfono | dirección | fecha de nacimiento | notificaciones | mensajes | llamadas |
contactos | grupos | estados | novedades | comunidades | favoritos | no leídos | todos | fotos |
vídeos | cámara | archivos | ubicación | hoy | ayer | mañana | en línea | saldo | transferir |
pagos | tarjetas | movimientos | cuentas | pedidos | carrito | comprar | sí |
mostrar contraseña | español | usuario | fechar | salvar | excluir | apagar | adicionar | novo |
nova | criar | encaminhar | compartilhar | colar | desfazer | tentar novamente | ver tudo |
ver mais | mais | mais opções | voltar | próximo | pular | concluir | pesquisar | pesquisar… |
início | configurações | opções | ajuda | privacidade | segurança | conta | entrar | sair |
cadastrar | senha | nome | sobrenome | telefone | endereço | notificações | mensagens |
conversas | ligações | contatos | atualizações | todas | não lidas | câmera | arquivos | hoje |
ontem | amanhã | figurinha | foto | áudio | transferência | pix | extrato | cartões |
nova conversa | português | você | anexar | enviar mensagem | grupo | contato | accepter |
annuler | fermer | enregistrer | modifier | supprimer | ajouter | nouveau | créer | envoyer |
répondre | transférer | partager | copier | coller | réessayer | actualiser | ouvrir | voir |
voir tout | voir plus | plus | plus d'options | retour | suivant | précédent | passer |
continuer | terminer | rechercher | filtrer | trier | accueil | paramètres | réglages | aide |
confidentialité | sécurité | compte | profil | connexion | déconnexion | se connecter |
s'inscrire | mot de passe | mot de passe oublié ? | nom | prénom | téléphone | adresse |
date de naissance | discussions | appels | groupes | actualités | favoris | non lus | tout |
tous | vidéos | appareil photo | fichiers | aujourd'hui | hier | demain | en ligne | solde |
virement | paiements | cartes | commandes | panier | acheter | oui | non | français | moi |
vous | boîte de réception | abbrechen | schließen | speichern | bearbeiten | löschen |
hinzufügen | neu | erstellen | senden | antworten | weiterleiten | teilen | kopieren | einfügen |
rückgängig | wiederholen | aktualisieren | öffnen | anzeigen | alle anzeigen | mehr |
weitere optionen | zurück | weiter | überspringen | fertig | suchen | suche | filtern |
sortieren | startseite | einstellungen | hilfe | datenschutz | sicherheit | konto | anmelden |
abmelden | registrieren | passwort | passwort vergessen? | vorname | nachname | telefon |
geburtsdatum | benachrichtigungen | nachrichten | anrufe | kontakte | gruppen | aktuelles |
favoriten | ungelesen | alle | kamera | dateien | heute | gestern | morgen | kontostand |
überweisung | überweisen | zahlungen | karten | umsätze | bestellungen | warenkorb | kaufen |
ja | nein | deutsch | posteingang | gesendet | entwürfe | papierkorb | du | ich | annulla |
chiudi | salva | modifica | elimina | aggiungi | nuovo | crea | invia | rispondi | inoltra |
condividi | copia | incolla | riprova | aggiorna | apri | vedi tutto | altro | altre opzioni |
indietro | avanti | salta | continua | fine | cerca | filtra | impostazioni | aiuto | accedi |
esci | registrati | cognome | telefono | indirizzo | data di nascita | notifiche | messaggi |
chiamate | contatti | gruppi | preferiti | non letti | tutti | fotocamera | oggi | ieri |
domani | bonifico | pagamenti | carte | ordini | carrello | acquista | italiano |
posta in arrivo | tu | profilo | del profilo | de perfil | отмена | закрыть | сохранить |
изменить | удалить | добавить | новый | создать | отправить | ответить | переслать | поделиться |
копировать | вставить | отменить | повторить | обновить | открыть | показать | ещё | еще |
подробнее | назад | далее | вперёд | пропустить | продолжить | готово | начать | поиск | фильтр |
сортировка | меню | главная | настройки | помощь | безопасность | аккаунт | профиль | войти |
выйти | вход | регистрация | пароль | забыли пароль? | имя | фамилия | телефон | адрес |
дата рождения | день рождения | имя пользователя | уведомления | сообщения | чаты | звонки |
контакты | группы | каналы | избранное | архив | непрочитанные | все | фото | видео | камера |
файлы | сегодня | вчера | завтра | в сети | не в сети | о себе | публикации | архив публикаций |
подарки | баланс | перевести | платежи | переводы | карты | счета | история | заказы | корзина |
купить | да | нет | русский | публичная фотография | фотография профиля | выбрать фото | qr-код |
исполнитель | заявки | проекты | задачи | монтажи | пробег | календарь | навигация | вы | я |
папка | входящие | группа | запази | изтрий | добави | търси | относно | начало | помощ | изход |
име | скасувати | закрити | зберегти | видалити | додати | пошук | налаштування | головна |
далі | anuluj | zamknij | zapisz | edytuj | usuń | dodaj | nowy | wyślij | udostępnij | szukaj |
ustawienia | pomoc | zaloguj się | wyloguj | hasło | profilowe | imię | nazwisko | adres |
powiadomienia | wiadomości | czaty | połączenia | kontakty | grupy | ulubione | wszystkie |
dziś | wczoraj | jutro | iptal | kapat | kaydet | düzenle | sil | ekle | yeni | gönder | paylaş |
ara | ayarlar | yardım | hesap | giriş yap | çıkış yap | şifre | ad | soyad | bildirimler |
mesajlar | sohbetler | aramalar | kişiler | gruplar | tümü | bugün | dün | yarın | annuleren |
sluiten | opslaan | bewerken | verwijderen | toevoegen | verzenden | delen | zoeken |
instellingen | inloggen | uitloggen | wachtwoord | naam | berichten | gesprekken | contacten |
meldingen | vandaag | gisteren | avbryt | stäng | spara | redigera | ta bort | lägg till |
skicka | dela | sök | inställningar | logga in | logga ut | lösenord | namn | meddelanden |
kontakter | idag | igår | annuller | luk | gem | إلغاء | إغلاق | حفظ | تعديل | حذف | إضافة |
جديد | إرسال | رد | مشاركة | نسخ | بحث | القائمة | الرئيسية | الإعدادات | مساعدة | الحساب |
الملف الشخصي | تسجيل الدخول | تسجيل الخروج | كلمة المرور | الاسم | الهاتف | العنوان | الإشعارات |
الرسائل | الدردشات | المكالمات | جهات الاتصال | المجموعات | الكل | اليوم | أمس | غدا |
متصل الآن | الرصيد | تحويل | نعم | لا | العربية | التالي | السابق | رجوع | تم | المزيد | ביטול |
סגור | שמור | ערוך | מחק | הוסף | שלח | שתף | חיפוש | הגדרות | עזרה | חשבון | פרופיל | התחבר |
התנתק | סיסמה | שם | טלפון | כתובת | התראות | הודעות | צ'אטים | שיחות | אנשי קשר | היום | אתמול |
מחר | रद्द करें | बंद करें | सहेजें | हटाएं | जोड़ें | भेजें | साझा करें | खोजें | सेटिंग |
सेटिंग्स | सहायता | खाता | प्रोफ़ाइल | लॉग इन करें | पासवर्ड | नाम | फ़ोन | पता | सूचनाएं |
संदेश | चैट | कॉल | संपर्क | आज | कल | हाँ | नहीं | hủy | đóng | lưu | sửa | xóa | thêm | mới |
gửi | trả lời | chia sẻ | sao chép | tìm kiếm | cài đặt | trợ giúp | tài khoản | hồ sơ |
đăng nhập | đăng xuất | mật khẩu | tên | điện thoại | địa chỉ | thông báo | tin nhắn | cuộc gọi |
danh bạ | nhóm | tất cả | hôm nay | hôm qua | ngày mai | trang chủ | batal | tutup | simpan |
hapus | tambah | baru | kirim | balas | bagikan | salin | cari | pengaturan | bantuan | akun |
masuk | keluar | kata sandi | nama | alamat | pesan | panggilan | kontak | grup | semua |
hari ini | kemarin | besok | beranda | lainnya | kembali | lanjut | ยกเลิก | ปิด | บันทึก |
แก้ไข | ลบ | เพิ่ม | ใหม่ | ส่ง | ตอบกลับ | แชร์ | ค้นหา | การตั้งค่า | ตั้งค่า | ช่วยเหลือ |
บัญชี | โปรไฟล์ | เข้าสู่ระบบ | ออกจากระบบ | รหัสผ่าน | ชื่อ | ที่อยู่ | การแจ้งเตือน | ข้อความ |
แชท | โทร | รายชื่อ | กลุ่ม | ทั้งหมด | วันนี้ | เมื่อวาน | พรุ่งนี้ | หน้าแรก | เพื่อน | 确定 |
确认 | 取消 | 关闭 | 完成 | 保存 | 编辑 | 删除 | 移除 | 添加 | 新建 | 创建 | 发送 | 回复 | 转发 |
分享 | 复制 | 粘贴 | 撤销 | 重试 | 刷新 | 更新 | 打开 | 查看 | 查看全部 | 查看更多 | 更多 |
返回 | 下一步 | 上一步 | 跳过 | 继续 | 开始 | 停止 | 搜索 | 筛选 | 排序 | 菜单 | 首页 | 设置 |
选项 | 通用 | 关于 | 帮助 | 反馈 | 客服 | 隐私 | 安全 | 账号 | 账户 | 个人资料 | 登录 | 注册 |
退出登录 | 退出 | 忘记密码 | 用户名 | 密码 | 邮箱 | 手机号 | 手机 | 电话 | 姓名 | 名字 | 地址 |
生日 | 性别 | 男 | 女 | 城市 | 国家 | 语言 | 通知 | 消息 | 聊天 | 通话 | 通讯录 | 联系人 | 群聊 |
群组 | 好友 | 朋友 | 朋友圈 | 发现 | 我 | 我的 | 收藏 | 全部 | 未读 | 已读 | 照片 | 图片 | 视频 |
拍摄 | 相册 | 音乐 | 文件 | 下载 | 位置 | 今天 | 昨天 | 明天 | 前天 | 刚刚 | 在线 | 离线 | 日程 |
会议 | 邮件 | 文档 | 工作台 | 任务 | 待办 | 审批 | 高级功能 | 未认证 | 微信 | 余额 | 总资产 |
转账 | 付款 | 收款 | 支付 | 钱包 | 银行卡 | 账单 | 交易 | 买入 | 卖出 | 撤单 | 持仓 | 查询 |
行情 | 自选 | 资讯 | 市值 | 盈亏 | 成本 | 现价 | 可用 | 可取 | 浮动盈亏 | 总市值 | 持仓分时 |
隐藏 | 已开启 | 订单 | 购物车 | 购买 | 立即购买 | 评论 | 点赞 | 赞 | 关注 | 粉丝 | 推荐 | 热门 |
新闻 | 娱乐 | 体育 | 财经 | 科技 | 举报 | 优质评论 | 最新评论 | 热门评论 | 广告 | 中文 |
简体中文 | 客户联系 | 行业资讯 | 文件传输助手 | 订阅号消息 | 订阅号 | 服务通知 | 公众号 |
微信团队 | 微信支付 | 腾讯新闻 | 系统通知 | 系统消息 | 互动消息 | 陌生人消息 | 群通知 |
新的朋友 | 小程序 | 扫一扫 | 客服消息 | 確定 | 關閉 | 儲存 | 編輯 | 刪除 | 新增 | 傳送 | 回覆 |
轉寄 | 搜尋 | 設定 | 首頁 | 說明 | 帳號 | 個人檔案 | 登入 | 登出 | 密碼 | 電話 | 訊息 | 聊天室 |
通話 | 聯絡人 | 群組 | 相片 | 影片 | 相機 | 檔案 | 餘額 | 轉帳 | キャンセル | 閉じる | 完了 |
編集 | 削除 | 追加 | 新規 | 作成 | 送信 | 返信 | 転送 | 共有 | コピー | 検索 | ホーム | ヘルプ |
アカウント | プロフィール | ログイン | ログアウト | パスワード | 名前 | 氏名 | 電話番号 | 住所 |
生年月日 | メッセージ | トーク | チャット | 連絡先 | 友だち | グループ | ニュース | ウォレット |
お気に入り | すべて | 写真 | 動画 | カメラ | ファイル | 今日 | 昨日 | 明日 | 残高 | 送金 |
支払い | カード | 注文 | カート | 購入 | はい | いいえ | 日本語 | 戻る | 次へ | もっと見る |
その他 | タイムライン | 公式アカウント | 自分 | 不明 | 확인 | 취소 | 닫기 | 완료 | 저장 | 편집 |
삭제 | 추가 | 새로 만들기 | 보내기 | 전송 | 답장 | 전달 | 공유 | 복사 | 검색 | 설정 | 홈 |
도움말 | 계정 | 프로필 | 로그인 | 로그아웃 | 회원가입 | 비밀번호 | 이름 | 전화번호 | 주소 |
생년월일 | 알림 | 메시지 | 채팅 | 통화 | 연락처 | 친구 | 친구목록 | 친구 추가 | 그룹 | 오픈채팅 |
쇼핑 | 더보기 | 옵션 더보기 | 즐겨찾기 | 전체 | 사진 | 동영상 | 카메라 | 파일 | 오늘 | 어제 |
내일 | 잔액 | 이체 | 송금 | 결제 | 카드 | 주문 | 장바구니 | 구매 | 예 | 아니요 | 한국어 | 뒤로 |
다음 | 이전 | 좋아요 | 댓글 | 광고 | 나 | 알 수 없음 |
ביטול | סגירה | סיום | שמירה | עריכה | מחיקה | הוספה | חדש | חדשה | יצירה | שליחה | השב | תגובה |
העברה | שיתוף | העתקה | הדבקה | ביטול פעולה | נסה שוב | רענון | עדכון | פתיחה | הצגה | הצג הכול |
עוד | אפשרויות נוספות | חזרה | הבא | הקודם | דלג | המשך | התחלה | עצירה | חיפוש | סינון | מיון |
תפריט | בית | הגדרות | אפשרויות | כללי | אודות | עזרה | משוב | פרטיות | אבטחה | חשבון | פרופיל |
כניסה | יציאה | הרשמה | התחברות | התנתקות | שכחת סיסמה? | סיסמה | אימייל | דוא״ל | שם | שם פרטי |
שם משפחה | שם מלא | טלפון | נייד | כתובת | תאריך לידה | תאריך הלידה | יום הולדת | מין | עיר |
מדינה |
שפה | התראות | השתקת התראות | הודעות | הודעה | צ'אטים | שיחות | שיחה | אנשי קשר | איש קשר | קבוצות |
קבוצה | מועדפים | הכול | לא נקרא | לא נקראה | תמונות | תמונה | סרטונים | מצלמה | קבצים | הורדות |
מיקום | היום | אתמול | מחר | עכשיו | אני | את/ה | אתה | אתם | שיחה נכנסת | שיחה יוצאת |
שיחה שלא נענתה |
כרטיס | כרטיסים | כרטיס דביט | כרטיס אשראי | קוד אבטחה | יתרה | תשלום | תשלומים | תנועות | הזמנות |
הזמנה | עגלת קניות | קנייה | אימייל לשחזור | מספר לשחזור | אימות | אישור | מחק | ערוך | שמור | בטל |
סגור | הוסף | שלח | פתח | עוד מידע | פרטים | תיאור | הערות | תאריך | שעה | כן | לא | עברית |
加星标 | 转到上一层级 | 电子邮件 | 电子邮箱 | 群名称 | 群管理员 | 邀请码 | 发件人 | 收件人 | 抄送 |
主题 |
剂量 | 起点 | 终点 | 路线 | 会议纪要 | 重设密码 | 重置密码 | 找回密码 | 找回方式 |
输入姓名或电话号码 | 未接来电 |
已接来电 | 去电 | 来电 | 无法接通 | 草稿 | 已发送 | 收件箱 | 垃圾邮件 | 归档 | 静音 | 置顶 |
免打扰 | 备注 | 标签 |
subject | compose email | betreff | e-mail schreiben | asunto | redactar correo | נושא |
כתיבת אימייל | 写邮件 | 满格 | 信号满格
"""
